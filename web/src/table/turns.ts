// Events as people count them: turns, each with the moves of one seat and the dice before them.


import type { EventView } from "../net/protocol";
export interface Turn {
  number: number;
  seat: number;
  moves: EventView[];
}

/** Consecutive moves of one seat are a turn; dice belong to the turn they begin; what was taken back is gone. */
export function turns(events: readonly EventView[]): Turn[] {
  const found: Turn[] = [];
  let dice: EventView[] = [];
  for (const event of played(events)) {
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

/** The moves and dice that still count, without set-ups: each of those was sealed first. */
export function played(events: readonly EventView[]): EventView[] {
  let found: EventView[] = [];
  const sealed = new Set<number | null>();
  for (const event of events) {
    if (event.act === "seal") sealed.add(event.seat);
    else if (event.act === "take-back") found = found.filter((earlier) => earlier.number < event.to!);
    else if (event.event !== "table" && !sealed.delete(event.seat)) found.push(event);
  }
  return found;
}
