// A finished match as a row of frames one can go through.

import type { MatchEvent } from "../lib/protocol";
import { played } from "../table/turns";

export interface RecordHeader {
  game: string;
  options: Record<string, unknown>;
  players: string[];
  date: string;
}
export interface FinishedRecord {
  header: RecordHeader;
  events: MatchEvent[];
}
/** A position worth a look: after so many events. */
export interface Frame {
  step: number;
  /** What led here; null for the first. */
  event: MatchEvent | null;
}

/** What a bot thinks of one decision. */
export interface Judgement {
  /** 1, 2, ... among the moves that stand. */
  number: number;
  seat: number;
  move: string;
  /** What the seat could expect before it, from -1 to 1. */
  value: number;
  best: string;
  /** What one would touch to play it. */
  cells?: string[];
  loss: number;
  line: string[];
  verdict: "good" | "inaccuracy" | "mistake" | "blunder";
}
export interface Review {
  done: boolean;
  progress: number;
  bot: string;
  decisions: Judgement[];
}

export function parseRecord(text: string): FinishedRecord {
  const [header, ...lines] = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const events = lines.filter((line) => "event" in line).map((line, number) => ({ seat: null, ...line, number }) as MatchEvent);
  return { header: header as unknown as RecordHeader, events };
}

/** After the set-ups, after every move, die and take-back, and the end. */
export function frames(events: readonly MatchEvent[]): Frame[] {
  const first = firstMove(events);
  const shown = events.filter((event) => event.number >= first && (event.event !== "table" || event.act === "take-back"));
  const found: Frame[] = [{ step: first, event: null }, ...shown.map((event) => ({ step: event.number + 1, event }))];
  found.at(-1)!.step = events.length;
  return found;
}

/** The number of the event that begins play: set-ups are moves that were sealed before. */
function firstMove(events: readonly MatchEvent[]): number {
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
export function decisionFrames(frames: readonly Frame[], events: readonly MatchEvent[]): number[] {
  const moves = played(events).filter((event) => event.event === "action");
  return moves.map((event) => Math.max(0, frames.findIndex((frame) => frame.event?.number === event.number) - 1));
}

/** The review for the first seat, 1 being won for it. Each seat judges by what it knows: the line goes midway between the two. */
export function evaluation(decisions: readonly Judgement[]): number[] {
  const values = decisions.map((decision) => (decision.seat === 0 ? decision.value : -decision.value));
  return values.map((value, n) => (value + (values[n - 1] ?? value)) / 2);
}

/** How annotators of games mark what was not good. */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

export function isMistake(decision: Judgement): boolean {
  return decision.verdict !== "good";
}
