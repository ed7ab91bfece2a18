// How a match ended for one of its seats.

import type { ResultView } from "../net/protocol";

export type Ended = Pick<ResultView, "by" | "returns">;
export type Verdict = "won" | "shared" | "drawn" | "lost";

/** The verdict for a seat; null if nothing was decided, as when the match was called off. */
export function verdictFor(result: Ended, seat: number): Verdict | null {
  if (result.by === "abort") return null;
  const best = Math.max(...result.returns);
  const winners = result.returns.filter((value) => value === best).length;
  if (winners === result.returns.length) return "drawn";
  if (result.returns[seat] !== best) return "lost";
  return winners === 1 ? "won" : "shared";
}
