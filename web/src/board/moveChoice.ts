// Find the move that touched cells stand for, from the list of legal moves alone.

import type { LegalMove } from "../net/protocol";

export interface Choice {
  /** The cells touched so far. */
  touched: string[];
  /** The cells that can be touched next. */
  next: Set<string>;
  /** The moves whose cells have all been touched; several moves can share their cells. */
  complete: LegalMove[];
}

export type TouchResult =
  | { kind: "none" }
  | { kind: "choosing"; choice: Choice }
  | { kind: "chosen"; move: LegalMove; choice: Choice }
  /** Several moves fit: the player chooses one by its label. */
  | { kind: "ask"; moves: LegalMove[]; choice: Choice }
  /** No move has these cells; the server can say why. */
  | { kind: "refused"; cells: string[] };

/** The choice after these touches. */
export function choiceOf(legal: readonly LegalMove[], touched: string[]): Choice {
  const open = legal.filter((move) => touched.every((cell, n) => move.cells[n] === cell));
  return {
    touched,
    next: new Set(open.flatMap((move) => move.cells[touched.length] ?? [])),
    complete: touched.length ? open.filter((move) => move.cells.length === touched.length) : [],
  };
}

/** Cells where a move can begin. */
export function startCells(legal: readonly LegalMove[]): Set<string> {
  return new Set(legal.flatMap((move) => move.cells[0] ?? []));
}

/** The result of one more touch. `own`: whether a piece of the actor stands there. */
export function touch(legal: readonly LegalMove[], touched: readonly string[], cell: string, own: boolean): TouchResult {
  if (choiceOf(legal, [...touched]).next.has(cell)) return resultOf(choiceOf(legal, [...touched, cell]));
  if (touched.at(-1) === cell) return { kind: "none" };
  if (own || startCells(legal).has(cell)) return resultOf(choiceOf(legal, [cell]));
  return touched.length ? { kind: "refused", cells: [...touched, cell] } : { kind: "none" };
}

function resultOf(choice: Choice): TouchResult {
  const [only, another] = choice.complete;
  if (!only) return { kind: "choosing", choice };
  if (another || choice.next.size) return { kind: "ask", moves: choice.complete, choice };
  return { kind: "chosen", move: only, choice };
}

/** The cells of a move's arrow: where it begins, turns and ends. */
export function wayOf(move: Pick<LegalMove, "cells" | "way">): readonly string[] {
  return move.way?.length ? move.way : move.cells;
}

/** Moves without cells, which are made with a button. */
export function buttonMoves(legal: readonly LegalMove[]): LegalMove[] {
  return legal.filter((move) => move.cells.length === 0);
}
