// Functions on set-ups: cells, and a number of pieces of each kind.

import type { CellView, SetupView } from "../net/protocol";

export type SetupForm = Pick<SetupView, "cells" | "pieces" | "separator" | "empty">;
/** The kind of piece on each cell of the form; an empty string if one is still to be placed. */
export type Arrangement = readonly string[];

export function split(form: SetupForm, text: string): Arrangement {
  return form.separator ? text.split(form.separator) : [...text];
}

export function join(form: SetupForm, pieces: Arrangement): string {
  return pieces.join(form.separator);
}

/** Remove the spaces and line breaks of pasted text. */
export function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, "");
}

export function cleared(form: SetupForm): Arrangement {
  return form.cells.map(() => form.empty);
}

export function swapped(pieces: Arrangement, one: number, other: number): Arrangement {
  const after = [...pieces];
  [after[one], after[other]] = [pieces[other]!, pieces[one]!];
  return after;
}

/** Put a piece from the tray on a cell; the piece that stood there returns to the tray. */
export function placed(pieces: Arrangement, cell: number, kind: string): Arrangement {
  return pieces.map((piece, n) => (n === cell ? kind : piece));
}

/** The number of pieces of each kind that are not on the board. */
export function unplaced(form: SetupForm, pieces: Arrangement): Map<string, number> {
  const found = new Map(Object.entries(form.pieces));
  for (const piece of pieces) if (found.has(piece)) found.set(piece, found.get(piece)! - 1);
  return found;
}

/** The number of pieces that are still to be placed. */
export function missingCount(form: SetupForm, pieces: Arrangement): number {
  const standing = pieces.filter((piece) => piece in form.pieces).length;
  return Math.min(pieceCount(form), form.cells.length) - standing;
}

/** Whether there are more pieces than cells, so that the player chooses among them. */
export function hasSpares(form: SetupForm): boolean {
  return pieceCount(form) > form.cells.length;
}

/** Whether a text is a complete set-up of this form. */
export function isComplete(form: SetupForm, text: string): boolean {
  const pieces = split(form, text);
  const known = pieces.every((piece) => piece in form.pieces || (form.empty && piece === form.empty));
  const enough = [...unplaced(form, pieces).values()].every((number) => number >= 0);
  return pieces.length === form.cells.length && known && enough && missingCount(form, pieces) === 0;
}

/** The mirror image, left to right or else front to back; null if the cells are not symmetric. */
export function mirrored(form: SetupForm, board: readonly CellView[], pieces: Arrangement): Arrangement | null {
  return reflected(form, board, pieces, "x") ?? reflected(form, board, pieces, "y");
}

function reflected(form: SetupForm, board: readonly CellView[], pieces: Arrangement, axis: "x" | "y"): Arrangement | null {
  const cells = form.cells.map((id) => board.find((cell) => cell.id === id)!);
  const along = cells.map((cell) => cell[axis]);
  const ends = Math.min(...along) + Math.max(...along);
  const across = axis === "x" ? "y" : "x";
  const partners = cells.map((cell) =>
    cells.findIndex((other) => isNear(other[axis], ends - cell[axis]) && isNear(other[across], cell[across])),
  );
  return partners.includes(-1) ? null : partners.map((partner) => pieces[partner]!);
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.01;
}

function pieceCount(form: SetupForm): number {
  return Object.values(form.pieces).reduce((sum, number) => sum + number, 0);
}
