// What players are called at a table.

import type { SeatView } from "../net/protocol";

/** On a shared screen colours tell people apart: whoever laid the table has all the seats. */
export function playerName(who: SeatView | undefined, colour: string, shared: boolean): string {
  if (who?.title) return who.name || who.title;
  return (!shared && who?.name) || colour;
}
