// How the moves of a review are annotated.

import type { Judgement } from "../net/protocol";

/** The usual annotation signs of weak moves. */
export const MISTAKE_SIGNS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export function isMistake(decision: Judgement): boolean {
  return decision.verdict !== "good";
}
