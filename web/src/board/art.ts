// The ids of the server's drawings; each board on a page has its own prefix.

import type { DrawnBoard } from "../net/protocol";

export function withIdPrefix(markup: string, prefix: string): string {
  return markup.replace(/\bid="/g, `id="${prefix}`).replace(/(url\(|href=")#/g, `$1#${prefix}`);
}

/** The board with its drawings in the colours of a theme; the server's drawings are of the default one. */
export function inTheme(board: DrawnBoard, theme: string): DrawnBoard {
  const colours = board.art.themes[theme];
  if (!colours) return board;
  const change = (text: string): string => text.replace(/light-dark\([^)]*\)|#[0-9A-F]{6}\b/g, (colour) => colours[colour] ?? colour);
  const { defs, front, back, seats } = board.art;
  const emblems = seats.map((seat) => ({ ...seat, fill: change(seat.fill), line: change(seat.line) }));
  return { ...board, art: { ...board.art, defs: change(defs), front: change(front), back: change(back), seats: emblems } };
}

export function pieceId(seat: number | null, symbol: string): string {
  return `piece-${seat ?? "nobody"}-${symbol}`;
}

/** A covered piece, seen from the side. */
export function sideId(seat: number | null, symbol: string): string {
  return `side-${seat ?? "nobody"}-${symbol}`;
}

export function stateId(state: string, seat: number | null): string {
  return `state-${state}-${seat ?? "nobody"}`;
}

/** The marks of a piece in drawing order: rings lie below badges. */
export function ringsFirst(marks: readonly string[], styles: DrawnBoard["mark_styles"]): string[] {
  const isRing = (mark: string): number => Number(Boolean(styles[mark]?.ring));
  return [...marks].sort((one, other) => isRing(other) - isRing(one));
}
