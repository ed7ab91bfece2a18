// What the guide of a game says about pieces and grounds.

import type { GuideEntry, Piece } from "../net/protocol";

/** Whether a cell's ground is the one of a key, or has it as a part: marks on grounds, such as a crossroads, end the name. */
export function isGround(key: string, ground: string): boolean {
  return ground === key || ground.startsWith(`${key}_`) || ground.endsWith(`_${key}`);
}

/** The entries about a ground and the marks on it. */
export function entriesAbout(entries: readonly GuideEntry[], ground: string): GuideEntry[] {
  return entries.filter(({ kind, key }) => kind === "ground" && isGround(key, ground));
}

export interface PieceCount {
  /** Null: pieces that nobody owns. */
  seat: number | null;
  count: number;
}

/** How many pieces of a kind each owner has on the board; symbols that differ by their number are of one kind. */
export function countPieces(pieces: readonly Piece[], symbol: string): PieceCount[] {
  const kind = withoutNumber(symbol);
  const owners = pieces.filter((piece) => withoutNumber(piece.symbol) === kind).map((piece) => piece.seat);
  return [...new Set(owners)]
    .map((seat) => ({ seat, count: owners.filter((owner) => owner === seat).length }))
    .sort((one, two) => (one.seat ?? -1) - (two.seat ?? -1));
}

function withoutNumber(symbol: string): string {
  return symbol.replace(/\d+$/, "");
}
