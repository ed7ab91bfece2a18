// A finished match as a list of frames.

import type { EventView, Judgement } from "../net/protocol";
import { playedMoves } from "../table/turns";

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
/** A position to show: the one after `step` events. */
export interface Frame {
  step: number;
  /** The event that led here; null for the first frame. */
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

/** List the frames: after the set-ups, after every move, die and take-back, and the end. */
export function listFrames(events: readonly EventView[]): Frame[] {
  const first = firstMove(events);
  const shown = events.filter((event) => event.number >= first && (event.event !== "table" || event.act === "take-back"));
  const found: Frame[] = [{ step: first, event: null }, ...shown.map((event) => ({ step: event.number + 1, event }))];
  found.at(-1)!.step = events.length;
  return found;
}

/** The number of the first event after the set-ups, which are moves that were sealed before. */
function firstMove(events: readonly EventView[]): number {
  const sealed = new Set<number | null>();
  for (const event of events) {
    if (event.act === "seal") sealed.add(event.seat);
    else if (event.event !== "table" && !sealed.delete(event.seat)) return event.number;
  }
  return events.length;
}

/** The number of the frame that shows a step, or the last one before it. */
export function frameAt(frames: readonly Frame[], step: number): number {
  const after = frames.findIndex((frame) => frame.step > step);
  return after < 0 ? frames.length - 1 : Math.max(0, after - 1);
}

/** The number of the frame before each decision of a review. */
export function decisionFrames(frames: readonly Frame[], events: readonly EventView[]): number[] {
  const moves = playedMoves(events).filter((event) => event.event === "action");
  return moves.map((event) => Math.max(0, frames.findIndex((frame) => frame.event?.number === event.number) - 1));
}

/** The values of the first seat, from -1 to 1. Each seat is judged by what it knows: average two neighbouring decisions. */
export function evaluation(decisions: readonly Judgement[]): number[] {
  const values = decisions.map((decision) => (decision.seat === 0 ? decision.value : -decision.value));
  return values.map((value, n) => (value + (values[n - 1] ?? value)) / 2);
}
