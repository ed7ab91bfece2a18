// What players are called at a table.

import type { TableSeat } from "../lib/protocol";
import type { LiveMatch } from "../live/match.svelte";

/** On a shared screen colours tell people apart: whoever laid the table has all the seats. */
export function playerName(who: TableSeat | undefined, colour: string, live: Pick<LiveMatch, "shared">): string {
  if (who?.title) return who.name || who.title;
  return (!live.shared && who?.name) || colour;
}
