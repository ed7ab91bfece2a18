// The sounds of a match: moves, dice, captures, the player's turn, the end.

import type { LiveMatch } from "../live/match.svelte";
import { verdictFor } from "../live/verdict";
import { alertTurn } from "../ui/pageTitle";
import { play, type Sound } from "../ui/sound";

/** Call `onchange` and play the sound of every later version of a match; to be called while a component is made. */
export function followMatch(live: LiveMatch, onchange: () => void): void {
  let heard = -1;
  let wasMine = false;
  $effect(() => {
    const version = live.state!.version;
    if (heard >= 0 && version > heard) {
      onchange();
      soundChange(live, wasMine);
    }
    heard = version;
    wasMine = live.myTurn;
  });
}

function soundChange(live: LiveMatch, wasMine: boolean): void {
  const last = live.events.at(-1);
  if (last?.act === "hint") return;
  const answered = typeof last?.seat === "number" && last.seat !== live.seat;
  if (live.state!.result) play(endSound(live));
  else if (live.myTurn && (answered || !wasMine)) alertTurn();
  else play(last?.event === "chance" ? "die" : last?.revealed?.length ? "take" : "move");
}

function endSound(live: LiveMatch): Sound {
  const verdict = live.seat === null || live.shared ? null : verdictFor(live.state!.result!, live.seat);
  return verdict === "lost" ? "lost" : verdict === "drawn" ? "drawn" : "won";
}
