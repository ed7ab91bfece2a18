// Marks on the pieces that a piece takes, and on those that take it, in games where that is a table.

import type { DrawnBoard, Mark, Piece } from "../net/protocol";

/** The marks for the piece on a cell; none in other games or on an empty cell. */
export function captureMarks(captures: DrawnBoard["captures"], pieces: readonly Piece[], cell: string): Mark[] {
  const chosen = pieces.find((piece) => piece.cell === cell);
  if (!chosen || !(chosen.symbol in captures)) return [];
  const enemies = pieces.filter((piece) => piece.seat !== null && piece.seat !== chosen.seat);
  const prey = enemies.filter((piece) => captures[chosen.symbol]!.includes(piece.symbol));
  const threats = enemies.filter((piece) => captures[piece.symbol]?.includes(chosen.symbol));
  return [...prey.map(({ cell }) => ({ kind: "prey", cell })), ...threats.map(({ cell }) => ({ kind: "threat", cell }))];
}
