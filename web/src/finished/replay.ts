// A finished match as a row of frames one can go through.

import type { EventView, Judgement } from "../net/protocol";
import { played } from "../table/turns";

export interface RecordHeader {
  game: string;
  options: Record<string, unknown>;
  players: string[];
  date: string;
}
export interface FinishedRecord {
  header: RecordHeader;
  events: EventView[];
}
/** A position worth a look: after so many events. */
export interface Frame {
  step: number;
  /** What led here; null for the first. */
  event: EventView | null;
}

export function parseRecord(text: string): FinishedRecord {
  const [header, ...lines] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const events = lines.filter((line) => "event" in line).map((line, number) => ({ seat: null, ...line, number }) as EventView);
  return { header: header as unknown as RecordHeader, events };
}

/** After the set-ups, after every move, die and take-back, and the end. */
export function frames(events: readonly EventView[]): Frame[] {
  const first = firstMove(events);
  const shown = events.filter((event) => event.number >= first && (event.event !== "table" || event.act === "take-back"));
  const found: Frame[] = [{ step: first, event: null }, ...shown.map((event) => ({ step: event.number + 1, event }))];
  found.at(-1)!.step = events.length;
  return found;
}

/** The number of the event that begins play: set-ups are moves that were sealed before. */
function firstMove(events: readonly EventView[]): number {
  const sealed = new Set<number | null>();
  for (const event of events) {
    if (event.act === "seal") sealed.add(event.seat);
    else if (event.event !== "table" && !sealed.delete(event.seat)) return event.number;
  }
  return events.length;
}

/** The frame that shows a step, or the last before it. */
export function frameOf(frames: readonly Frame[], step: number): number {
  const after = frames.findIndex((frame) => frame.step > step);
  return after < 0 ? frames.length - 1 : Math.max(0, after - 1);
}

/** The frame before each decision of a review, where its better move can be shown. */
export function decisionFrames(frames: readonly Frame[], events: readonly EventView[]): number[] {
  const moves = played(events).filter((event) => event.event === "action");
  return moves.map((event) => Math.max(0, frames.findIndex((frame) => frame.event?.number === event.number) - 1));
}

/** The review for the first seat, 1 being won for it. Each seat judges by what it knows: the line goes midway between the two. */
export function evaluation(decisions: readonly Judgement[]): number[] {
  const values = decisions.map((decision) => (decision.seat === 0 ? decision.value : -decision.value));
  return values.map((value, n) => (value + (values[n - 1] ?? value)) / 2);
}
