// Which of the two layouts of a table is shown: the board beside its cards, or above them.

/** Upright screens, where the cards follow the board; style sheets repeat this query. */
const STACKED = "(max-width: 479px), (max-width: 899px) and (max-aspect-ratio: 6/5)";

export function isStacked(): boolean {
  return matchMedia(STACKED).matches;
}
