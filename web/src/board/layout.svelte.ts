// How a board is laid into the window: a narrow one lies on its side where the window is short.

import { MediaQuery } from "svelte/reactivity";
import type { DrawnBoard } from "../net/protocol";

/** Windows where the board has the whole height; style sheets repeat this query. */
const short = new MediaQuery("(max-height: 559px) and (min-width: 480px) and (min-aspect-ratio: 6/5)");
/** Width to height of the widest board that is called narrow. */
const NARROW = 0.6;

/** Whether a board is shown on its side, each player's to the left and to the right. */
export function liesOnSide(board: DrawnBoard): boolean {
  return short.current && board.width / board.height <= NARROW;
}

/** Width to height of a board as it is shown, with its border. */
export function shownRatio(board: DrawnBoard): number {
  const [width, height] = [board.width + 2 * board.art.border, board.height + 2 * board.art.border];
  return liesOnSide(board) ? height / width : width / height;
}
