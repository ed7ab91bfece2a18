// The names of players.

import type { SeatView } from "../net/protocol";

/** On a shared screen people go by their colours, because all seats belong to one visitor. */
export function playerName(who: SeatView | undefined, colour: string, shared: boolean): string {
  if (who?.title) return who.name || who.title;
  return (!shared && who?.name) || colour;
}
