// What players are called at a table.

import { t } from "../i18n/index.svelte";
import type { TableSeat } from "../lib/protocol";
import type { LiveMatch } from "../live/match.svelte";

/** On a shared screen colours tell people apart: whoever laid the table has all the seats. */
export function playerName(who: TableSeat | undefined, colour: string, live: Pick<LiveMatch, "shared">): string {
  if (who?.level) return who.name || botName(who);
  return (!live.shared && who?.name) || colour;
}

/** The computer goes by its rank. */
export function botName({ rank }: Pick<TableSeat, "rank">): string {
  return rank ? rank[0]!.toUpperCase() + rank.slice(1) : t("player.bot");
}
