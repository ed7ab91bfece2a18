// Which piece is which from one picture to the next, so that it can move, turn over or leave instead of blinking.


import type { Piece, Trail } from "../net/protocol";
export interface Standing extends Piece {
  key: number;
  /** The cells it came over, where it has just moved; of a jump, with an arc. */
  way?: Trail;
}

let keys = 0;

/** The pieces of now, each with the key of the piece that it was before. */
export function follow(before: readonly Standing[], now: readonly Piece[], trails: readonly Trail[]): Standing[] {
  const left = new Set(before);
  const found = new Map<Piece, { from: Standing; way?: Trail }>();

  function pair(test: (old: Standing, piece: Piece) => boolean, way?: Trail): void {
    for (const piece of now) {
      if (found.has(piece)) continue;
      const from = [...left].find((old) => test(old, piece));
      if (!from) continue;
      left.delete(from);
      found.set(piece, way ? { from, way } : { from });
    }
  }

  pair((old, piece) => same(old, piece) && old.level === piece.level);
  for (const trail of trails) {
    const [origin, end] = [trail.cells[0], trail.cells.at(-1)];
    pair((old, piece) => old.cell === origin && piece.cell === end && old.seat === piece.seat, trail);
  }
  pair(same);
  pair((old, piece) => old.cell === piece.cell && old.seat === piece.seat);
  pair((old, piece) => old.seat === piece.seat && old.symbol === piece.symbol && old.seat !== null);

  return now.map((piece) => {
    const match = found.get(piece);
    if (!match) return { ...piece, key: ++keys };
    return match.way ? { ...piece, key: match.from.key, way: match.way } : { ...piece, key: match.from.key };
  });
}

function same(old: Piece, piece: Piece): boolean {
  return old.cell === piece.cell && old.seat === piece.seat && old.symbol === piece.symbol;
}
