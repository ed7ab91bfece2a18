// What the guide of a game says about the ground of a cell.

import type { GuideEntry } from "../net/protocol";

/** The entries about a ground: itself, and the marks on it, such as a crossroads, which end its name. */
export function entriesAbout(entries: readonly GuideEntry[], ground: string): GuideEntry[] {
  return entries.filter(({ kind, key }) => kind === "ground" && (ground === key || ground.startsWith(`${key}_`) || ground.endsWith(`_${key}`)));
}
