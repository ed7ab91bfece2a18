// From touched cells to a move, knowing nothing but the list of what is legal.


import type { LegalMove } from "../net/protocol";
export interface Choice {
  /** The cells touched so far that begin a move. */
  touched: string[];
  /** The cells that a next touch can be. */
  next: Set<string>;
  /** The moves that are said completely by what was touched; several share all their cells. */
  complete: LegalMove[];
}

export type Outcome =
  | { kind: "none" }
  | { kind: "choosing"; choice: Choice }
  | { kind: "chosen"; move: LegalMove; choice: Choice }
  /** Several moves fit: people must be asked by label. */
  | { kind: "ask"; moves: LegalMove[]; choice: Choice }
  /** No move has these cells; the server can say why. */
  | { kind: "refused"; cells: string[] };

/** What the touches so far mean. */
export function considered(legal: readonly LegalMove[], touched: string[]): Choice {
  const open = legal.filter((move) => touched.every((cell, n) => move.cells[n] === cell));
  return {
    touched,
    next: new Set(open.flatMap((move) => move.cells[touched.length] ?? [])),
    complete: touched.length ? open.filter((move) => move.cells.length === touched.length) : [],
  };
}

/** Cells where a move can begin. */
export function beginnings(legal: readonly LegalMove[]): Set<string> {
  return new Set(legal.flatMap((move) => move.cells[0] ?? []));
}

/** What one more touch makes of a choice. `own`: whether a piece of the actor stands there. */
export function touch(legal: readonly LegalMove[], touched: readonly string[], cell: string, own: boolean): Outcome {
  if (considered(legal, [...touched]).next.has(cell)) return outcome(considered(legal, [...touched, cell]));
  if (touched.at(-1) === cell) return { kind: "none" };
  if (own || beginnings(legal).has(cell)) return outcome(considered(legal, [cell]));
  return touched.length ? { kind: "refused", cells: [...touched, cell] } : { kind: "none" };
}

function outcome(choice: Choice): Outcome {
  const [only, another] = choice.complete;
  if (!only) return { kind: "choosing", choice };
  if (another || choice.next.size) return { kind: "ask", moves: choice.complete, choice };
  return { kind: "chosen", move: only, choice };
}

/** Moves that are said by a button, because they touch nothing. */
export function buttons(legal: readonly LegalMove[]): LegalMove[] {
  return legal.filter((move) => move.cells.length === 0);
}
