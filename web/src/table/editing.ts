// Set-ups as an editor sees them: so many cells, so many pieces of each kind, and nothing about what they mean.


import type { CellView, SetupView } from "../net/protocol";
export type Form = Pick<SetupView, "cells" | "pieces" | "separator" | "empty">;
/** What stands on each cell of the form; an empty string where something is still to be placed. */
export type Arrangement = readonly string[];

export function split(form: Form, text: string): Arrangement {
  return form.separator ? text.split(form.separator) : [...text];
}

export function join(form: Form, pieces: Arrangement): string {
  return pieces.join(form.separator);
}

/** Text as people paste it: in several lines, with spaces. */
export function tidied(text: string): string {
  return text.replace(/\s+/g, "");
}

export function cleared(form: Form): Arrangement {
  return form.cells.map(() => form.empty);
}

export function swapped(pieces: Arrangement, one: number, other: number): Arrangement {
  const after = [...pieces];
  [after[one], after[other]] = [pieces[other]!, pieces[one]!];
  return after;
}

/** Puts a piece from the tray on a cell; what stood there goes back to the tray. */
export function placed(pieces: Arrangement, cell: number, kind: string): Arrangement {
  return pieces.map((piece, n) => (n === cell ? kind : piece));
}

/** How many of each kind are not on the board. */
export function left(form: Form, pieces: Arrangement): Map<string, number> {
  const found = new Map(Object.entries(form.pieces));
  for (const piece of pieces) if (found.has(piece)) found.set(piece, found.get(piece)! - 1);
  return found;
}

/** How many pieces are still to be placed. */
export function toPlace(form: Form, pieces: Arrangement): number {
  const standing = pieces.filter((piece) => piece in form.pieces).length;
  return Math.min(army(form), form.cells.length) - standing;
}

/** Whether there are more pieces than room, so that one chooses among them. */
export function isChoice(form: Form): boolean {
  return army(form) > form.cells.length;
}

/** Whether a text could be a set-up of this form. */
export function fits(form: Form, text: string): boolean {
  const pieces = split(form, text);
  const known = pieces.every((piece) => piece in form.pieces || (form.empty && piece === form.empty));
  const enough = [...left(form, pieces).values()].every((number) => number >= 0);
  return pieces.length === form.cells.length && known && enough && toPlace(form, pieces) === 0;
}

/** The mirror image, left and right or else near and far exchanged; null where the cells have none. */
export function mirrored(form: Form, board: readonly CellView[], pieces: Arrangement): Arrangement | null {
  return reflected(form, board, pieces, "x") ?? reflected(form, board, pieces, "y");
}

function reflected(form: Form, board: readonly CellView[], pieces: Arrangement, axis: "x" | "y"): Arrangement | null {
  const cells = form.cells.map((id) => board.find((cell) => cell.id === id)!);
  const along = cells.map((cell) => cell[axis]);
  const ends = Math.min(...along) + Math.max(...along);
  const across = axis === "x" ? "y" : "x";
  const partners = cells.map((cell) =>
    cells.findIndex((other) => same(other[axis], ends - cell[axis]) && same(other[across], cell[across])),
  );
  return partners.includes(-1) ? null : partners.map((partner) => pieces[partner]!);
}

function same(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.01;
}

function army(form: Form): number {
  return Object.values(form.pieces).reduce((sum, number) => sum + number, 0);
}
