// How a review marks moves.

import type { Judgement } from "../net/protocol";

/** How annotators of games mark what was not good. */
export const SIGNS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export function isMistake(decision: Judgement): boolean {
  return decision.verdict !== "good";
}
