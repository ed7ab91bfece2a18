// Where an equation is written: beside its cell, over as few cells as possible that are needed; as in draw/equations.py.

import type { CellView, DrawnBoard } from "../net/protocol";
import type { Point } from "./geometry";

const LETTER = 0.175;
const HEIGHT = 0.5;
const DISTANCE = 0.8;

export interface Bubble extends Point {
  width: number;
  height: number;
}

export function bubblePlace(text: string, cell: CellView, board: Pick<DrawnBoard, "width" | "height">, taken: readonly CellView[]): Bubble {
  const width = text.length * LETTER + 0.3;
  const aside = width / 2 + 0.55;
  const around = [[0, -DISTANCE], [0, DISTANCE], [-aside, 0], [aside, 0], [-aside, -DISTANCE], [aside, -DISTANCE]] as const;
  const places = around.map(([x, y]) => ({
    x: within(cell.x + x, width / 2, board.width),
    y: within(cell.y + y, HEIGHT / 2, board.height),
    width,
    height: HEIGHT,
  }));
  const hidden = (bubble: Bubble): number => taken.filter((other) => covers(bubble, other)).length;
  return places.reduce((best, place) => (hidden(place) < hidden(best) ? place : best));
}

/** Whether a bubble hides a good part of a cell. */
function covers(bubble: Bubble, cell: CellView): boolean {
  const across = (bubble.width + cell.width) / 2 - Math.abs(bubble.x - cell.x);
  const down = (bubble.height + cell.height) / 2 - Math.abs(bubble.y - cell.y);
  return across > 0.15 && down > 0.25;
}

function within(place: number, half: number, size: number): number {
  return Math.min(Math.max(place, half), size - half);
}
