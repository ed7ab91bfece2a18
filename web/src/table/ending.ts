// How a match ended, in a sentence: by a rule, which the scene tells, or by something at the table.

import { has, t } from "../i18n/index.svelte";
import type { LiveMatch } from "../live/match.svelte";

export function ending(live: LiveMatch): string {
  const by = live.state?.result?.by;
  const key = `ending.${by}`;
  if (!has(key)) return live.state?.scene.status ?? "";
  const seat = live.events.findLast((event) => event.act === by)?.seat ?? null;
  return t(key, { name: seat === null ? "" : live.nameOf(seat) });
}
