// How moves are annotated, in reviews and hints.

import type { Judgement } from "../net/protocol";

/** The usual annotation signs of weak moves. */
export const MISTAKE_SIGNS: Record<string, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export function isMistake(decision: Judgement): boolean {
  return decision.verdict !== "good";
}

/** Values so close to the best one, of -1 to 1, tell nothing: that of a weighed move may even be a little higher. */
const EVEN = 0.05;

export function isAsGood(value: number, best: number): boolean {
  return value >= best - EVEN;
}
