// What panels hold.


import type { Panel, Piece } from "../net/protocol";
/** A single thing that belongs to nobody, such as a die: it lies where it is used. */
export function isDie(panel: Panel): boolean {
  return panel.pieces.length === 1 && panel.pieces[0]!.seat === null;
}

export interface Group {
  piece: Piece;
  count: number;
}

/** Pieces of one kind together, in the order of the first of each. */
export function grouped(pieces: readonly Piece[]): Group[] {
  const found = new Map<string, Group>();
  for (const piece of pieces) {
    const key = [piece.seat, piece.symbol, ...piece.marks].join(" ");
    const group = found.get(key);
    if (group) group.count++;
    else found.set(key, { piece, count: 1 });
  }
  return [...found.values()];
}
