// The match in words, for screen readers and text commands.

import type { ClocksView, DrawnBoard, EventView, LegalMove, Panel, ResultView, SceneView } from "../net/protocol";
import { clockText, timeLeft } from "./clock";
import { groupPieces } from "./panels";

/** The words of text commands: questions and actions. */
export const QUESTIONS = ["help", "square", "pieces", "moves", "last", "score", "clock", "turn"] as const;
export const ACTIONS = ["roll", "ready", "swap", "another", "mirror", "end", "undo", "yes", "no"] as const;
export type CommandWord = (typeof QUESTIONS)[number] | (typeof ACTIONS)[number];

export interface ParsedText {
  word: CommandWord | null;
  /** The text after the word; the whole text if there is no word. */
  rest: string;
}

/** Parse a command; `words` lists the first words that people may use for each. */
export function parseText(typed: string, words: Record<CommandWord, string[]>): ParsedText {
  const text = normalise(typed);
  for (const [word, ways] of Object.entries(words)) {
    const way = ways.map(normalise).find((way) => text === way || text.startsWith(`${way} `));
    if (way !== undefined) return { word: word as CommandWord, rest: text.slice(way.length).trim() };
  }
  return { word: null, rest: text };
}

/** Lower case, without accents and extra spaces. */
export function normalise(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();
}

/** Find a move by its notation, its label, or its cells. */
export function findMove(legal: readonly LegalMove[], typed: string): LegalMove | undefined {
  const text = normalise(typed);
  return (
    legal.find((move) => normalise(move.move) === text) ??
    legal.find((move) => move.label && normalise(move.label) === text) ??
    single(legal.filter((move) => move.cells.length && move.cells.join(" ").toLowerCase() === text.replace(/-/g, " ")))
  );
}

function single<T>(found: T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** Find a cell, in upper or lower case. */
export function findCell(board: Pick<DrawnBoard, "cells">, typed: string): string | undefined {
  return board.cells.find((cell) => cell.id.toLowerCase() === normalise(typed))?.id;
}

/** Find two cells to swap; undefined if there are not exactly two. */
export function findCellPair(board: Pick<DrawnBoard, "cells">, typed: string): [string, string] | undefined {
  const cells = typed.split(/[\s,-]+/).flatMap((part) => findCell(board, part) ?? []);
  return cells.length === 2 ? [cells[0]!, cells[1]!] : undefined;
}

/** The cells with pieces of a seat, in the order of the board. */
export function describePieces(scene: SceneView, board: Pick<DrawnBoard, "cells">, seat: number): string[] {
  const standing = new Set(scene.pieces.filter((piece) => piece.seat === seat).map((piece) => piece.cell));
  return board.cells.filter((cell) => standing.has(cell.id)).map((cell) => scene.names[cell.id] ?? cell.id);
}

/** A panel in words. */
export function describePanel(panel: Panel): string {
  const pieces = groupPieces(panel.pieces).map(({ piece, count }) => (count > 1 ? `${count} × ${piece.name}` : piece.name));
  const parts = [panel.text, pieces.join(", ")].filter((part) => part && part !== panel.title);
  return `${panel.title} – ${parts.join("; ") || "0"}`;
}

/** A move in words: the player, the move, and what stands on its last cell. */
export function describeEvent(event: EventView, board: Pick<DrawnBoard, "seats">, scene: SceneView): string {
  const move = event.move ?? "";
  if (event.seat === null) return move;
  const end = scene.marks.filter((mark) => mark.kind === "last").at(-1)?.cell;
  const there = end && move.includes(end) ? scene.names[end] : undefined;
  return [`${board.seats[event.seat]?.name ?? ""} – ${move}`, there].filter(Boolean).join(". ");
}

export function describeScores(scene: SceneView, board: Pick<DrawnBoard, "seats">, result: ResultView | null): string[] {
  if (result?.scores) return result.scores.map((points, seat) => `${board.seats[seat]?.name} – ${points}`);
  return scene.panels.filter((panel) => panel.seat !== null && panel.text).map((panel) => `${panel.title} – ${panel.text}`);
}

export function describeClocks(clocks: ClocksView, board: Pick<DrawnBoard, "seats">, now: number): string[] {
  return board.seats.flatMap((seat, number) => {
    const left = timeLeft(clocks, number, now);
    return left === null ? [] : [`${seat.name} – ${clockText(left)}`];
  });
}
