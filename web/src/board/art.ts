// The ids of the server's drawings; each board on a page has its own prefix.

import type { DrawnBoard } from "../net/protocol";

export function withIdPrefix(markup: string, prefix: string): string {
  return markup.replace(/\bid="/g, `id="${prefix}`).replace(/(url\(|href=")#/g, `$1#${prefix}`);
}

export function pieceId(seat: number | null, symbol: string): string {
  return `piece-${seat ?? "nobody"}-${symbol}`;
}

export function stateId(state: string, seat: number | null): string {
  return `state-${state}-${seat ?? "nobody"}`;
}

/** The marks of a piece in drawing order: rings lie below badges. */
export function ringsFirst(marks: readonly string[], styles: DrawnBoard["mark_styles"]): string[] {
  const isRing = (mark: string): number => Number(Boolean(styles[mark]?.ring));
  return [...marks].sort((one, other) => isRing(other) - isRing(one));
}
