// Functions on panels.

import type { Panel, Piece } from "../net/protocol";

/** Whether the panel is a die, which is shown where it is used. */
export function isDie(panel: Panel): boolean {
  return panel.pieces.length === 1 && panel.pieces[0]!.symbol.startsWith("die");
}

export interface PieceGroup {
  piece: Piece;
  count: number;
}

/** Group pieces of one kind, in the order of the first of each. */
export function groupPieces(pieces: readonly Piece[]): PieceGroup[] {
  const found = new Map<string, PieceGroup>();
  for (const piece of pieces) {
    const key = [piece.seat, piece.symbol, ...piece.marks].join(" ");
    const group = found.get(key);
    if (group) group.count++;
    else found.set(key, { piece, count: 1 });
  }
  return [...found.values()];
}
