// The table in words: what moves are called aloud, and answers to what one may ask without seeing the board.

import type { ClocksView, DrawnBoard, EventView, LegalMove, Panel, ResultView, SceneView } from "../net/protocol";
import { clockText, remaining } from "./clock";
import { grouped } from "./panels";

/** What can be asked about, or done, by a word. */
export const QUESTIONS = ["help", "square", "pieces", "moves", "last", "score", "clock", "turn"] as const;
export const DEEDS = ["roll", "ready", "swap", "another", "mirror", "end", "undo", "yes", "no"] as const;
export type Word = (typeof QUESTIONS)[number] | (typeof DEEDS)[number];

export interface Said {
  word: Word | null;
  /** What stands after the word; without one, everything. */
  rest: string;
}

/** What somebody typed; `words` are the first words people use, by what they mean. */
export function read(typed: string, words: Record<Word, string[]>): Said {
  const text = plain(typed);
  for (const [word, ways] of Object.entries(words)) {
    const way = ways.map(plain).find((way) => text === way || text.startsWith(`${way} `));
    if (way !== undefined) return { word: word as Word, rest: text.slice(way.length).trim() };
  }
  return { word: null, rest: text };
}

/** Small letters without accents or needless spaces. */
export function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** The move that is meant by its notation, its name, or the cells one would touch. */
export function meant(legal: readonly LegalMove[], typed: string): LegalMove | undefined {
  const text = plain(typed);
  return (
    legal.find((move) => plain(move.move) === text) ??
    legal.find((move) => move.label && plain(move.label) === text) ??
    only(legal.filter((move) => move.cells.length && move.cells.join(" ").toLowerCase() === text.replace(/-/g, " ")))
  );
}

function only<T>(found: T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** The cell that is meant, whichever way it is written. */
export function cellMeant(board: Pick<DrawnBoard, "cells">, typed: string): string | undefined {
  return board.cells.find((cell) => cell.id.toLowerCase() === plain(typed))?.id;
}

/** The two cells that are to be exchanged; undefined where it is not two. */
export function pairMeant(board: Pick<DrawnBoard, "cells">, typed: string): [string, string] | undefined {
  const cells = typed.split(/[\s,-]+/).flatMap((part) => cellMeant(board, part) ?? []);
  return cells.length === 2 ? [cells[0]!, cells[1]!] : undefined;
}

/** Where the pieces of a seat stand, in the order of the board. */
export function piecesOf(scene: SceneView, board: Pick<DrawnBoard, "cells">, seat: number): string[] {
  const standing = new Set(scene.pieces.filter((piece) => piece.seat === seat).map((piece) => piece.cell));
  return board.cells.filter((cell) => standing.has(cell.id)).map((cell) => scene.names[cell.id] ?? cell.id);
}

/** A panel read aloud. */
export function panelWords(panel: Panel): string {
  const pieces = grouped(panel.pieces).map(({ piece, count }) => (count > 1 ? `${count} × ${piece.name}` : piece.name));
  const parts = [panel.text, pieces.join(", ")].filter((part) => part && part !== panel.title);
  return `${panel.title} – ${parts.join("; ") || "0"}`;
}

/** A move of the record: who, what, and what stands at its end now. */
export function eventWords(event: EventView, board: Pick<DrawnBoard, "seats">, scene: SceneView): string {
  const move = event.move ?? "";
  if (event.seat === null) return move;
  const end = scene.marks.filter((mark) => mark.kind === "last").at(-1)?.cell;
  const there = end && move.includes(end) ? scene.names[end] : undefined;
  return [`${board.seats[event.seat]?.name ?? ""} – ${move}`, there].filter(Boolean).join(". ");
}

export function scoreWords(scene: SceneView, board: Pick<DrawnBoard, "seats">, result: ResultView | null): string[] {
  if (result?.scores) return result.scores.map((points, seat) => `${board.seats[seat]?.name} – ${points}`);
  return scene.panels.filter((panel) => panel.seat !== null && panel.text).map((panel) => `${panel.title} – ${panel.text}`);
}

export function clockWords(clocks: ClocksView, board: Pick<DrawnBoard, "seats">, now: number): string[] {
  return board.seats.flatMap((seat, number) => {
    const left = remaining(clocks, number, now);
    return left === null ? [] : [`${seat.name} – ${clockText(left)}`];
  });
}
