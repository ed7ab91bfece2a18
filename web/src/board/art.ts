// The server's drawings on a page with more than one board: each board gets ids of its own.

export function own(markup: string, prefix: string): string {
  return markup.replace(/\bid="/g, `id="${prefix}`).replace(/(url\(|href=")#/g, `$1#${prefix}`);
}

export function pieceId(seat: number | null, symbol: string): string {
  return `piece-${seat ?? "nobody"}-${symbol}`;
}

export function stateId(state: string, seat: number | null): string {
  return `state-${state}-${seat ?? "nobody"}`;
}

/** Rings lie below the other signs. */
const RINGS = ["kept", "surrounded"];

export function inOrder(marks: readonly string[]): string[] {
  return [...marks].sort((one, other) => Number(RINGS.includes(other)) - Number(RINGS.includes(one)));
}
