// Match the pieces of one scene with those of the next, so that they can be animated.

import type { Piece, Trail } from "../net/protocol";

export interface TrackedPiece extends Piece {
  key: number;
  /** The trail along which it has just moved. */
  path?: Trail;
}

let lastKey = 0;

/** The new pieces, each with the key of the old piece that it matches. */
export function trackPieces(before: readonly TrackedPiece[], now: readonly Piece[], trails: readonly Trail[]): TrackedPiece[] {
  const left = new Set(before);
  const found = new Map<Piece, { from: TrackedPiece; path?: Trail }>();

  function pair(test: (old: TrackedPiece, piece: Piece) => boolean, path?: Trail): void {
    for (const piece of now) {
      if (found.has(piece)) continue;
      const from = [...left].find((old) => test(old, piece));
      if (!from) continue;
      left.delete(from);
      found.set(piece, path ? { from, path } : { from });
    }
  }

  pair((old, piece) => isSamePiece(old, piece) && old.level === piece.level);
  for (const trail of trails) {
    const [origin, end] = [trail.cells[0], trail.cells.at(-1)];
    pair((old, piece) => old.cell === origin && piece.cell === end && old.seat === piece.seat, trail);
  }
  pair(isSamePiece);
  pair((old, piece) => old.cell === piece.cell && old.seat === piece.seat);
  pair((old, piece) => old.seat === piece.seat && old.symbol === piece.symbol && old.seat !== null);

  return now.map((piece) => {
    const match = found.get(piece);
    if (!match) return { ...piece, key: ++lastKey };
    return match.path ? { ...piece, key: match.from.key, path: match.path } : { ...piece, key: match.from.key };
  });
}

function isSamePiece(old: Piece, piece: Piece): boolean {
  return old.cell === piece.cell && old.seat === piece.seat && old.symbol === piece.symbol;
}
