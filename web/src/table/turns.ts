// Group events into turns: the moves of one seat, with the dice before them.

import type { EventView } from "../net/protocol";

export interface Turn {
  number: number;
  seat: number;
  moves: EventView[];
}

/** List the turns: consecutive moves of one seat, with the dice that came first, without moves that were taken back. */
export function listTurns(events: readonly EventView[]): Turn[] {
  const found: Turn[] = [];
  let dice: EventView[] = [];
  for (const event of playedMoves(events)) {
    if (!event.move) continue;
    if (event.seat === null) {
      dice.push(event);
      continue;
    }
    const last = found.at(-1);
    if (last && last.seat === event.seat && !dice.length) last.moves.push(event);
    else found.push({ number: found.length + 1, seat: event.seat, moves: [...dice, event] });
    dice = [];
  }
  return found;
}

/** The moves and dice that were not taken back; a set-up is the first move of a seat after its seal, and left out. */
export function playedMoves(events: readonly EventView[]): EventView[] {
  let found: EventView[] = [];
  const sealed = new Set<number | null>();
  for (const event of events) {
    if (event.act === "seal") sealed.add(event.seat);
    else if (event.act === "take-back") found = found.filter((earlier) => earlier.number < event.to!);
    else if (event.event !== "table" && !sealed.delete(event.seat)) found.push(event);
  }
  return found;
}
