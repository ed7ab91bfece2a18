// Positions and sizes on a board, in cells; the numbers are those of caserne/draw/pieces.py.

import type { CellView, DrawnBoard, Piece } from "../net/protocol";

export interface Point {
  x: number;
  y: number;
}

/** Half the size of a piece, which leaves room for marks around it. */
export const RADIUS = 0.385;
const STACK_SHRINK = 0.1;
const STACK_LEVELS = 3;
const STACK_STEP = 0.62;
const STACK_RISE = 0.42;
const STACK_FOOT = 1.06;
/** How far the marks of a covered piece are moved, so that they lie on its side. */
export const SIDE_MARKS: Point = { x: 0.4, y: 1.3 };
/** How far beside a cell a touch still means it. */
const SLACK = 0.1;

/** The scale of pieces on a cell; 1 on a cell of the usual size. */
export function cellScale(cell: CellView): number {
  return Math.min(cell.width, cell.height);
}

/** Half the size of the pieces of a stack of this height. */
export function pieceRadius(cell: CellView, height: number): number {
  return (RADIUS * cellScale(cell)) / (1 + STACK_SHRINK * (Math.min(height, STACK_LEVELS) - 1));
}

/** The centre of a piece at a level of a stack of this height. */
export function pieceCentre(cell: CellView, level: number, height: number): Point {
  if (height === 1) return { x: cell.x, y: cell.y };
  const radius = pieceRadius(cell, height);
  const step = Math.min(STACK_STEP * radius, (STACK_RISE * cellScale(cell)) / (height - 1));
  return { x: cell.x, y: cell.y + cellScale(cell) / 2 - STACK_FOOT * radius - level * step };
}

export function stackHeights(pieces: readonly Piece[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const piece of pieces) found.set(piece.cell, (found.get(piece.cell) ?? 0) + 1);
  return found;
}

/** The board as seen from the opposite side. */
export function rotated(board: DrawnBoard): DrawnBoard {
  const cells = board.cells.map((cell) => ({ ...cell, x: board.width - cell.x, y: board.height - cell.y }));
  return { ...board, cells };
}

/** The board turned by a quarter: its bottom is on the left. */
export function onSide(board: DrawnBoard): DrawnBoard {
  const cells = board.cells.map((cell) => ({ ...cell, x: board.height - cell.y, y: cell.x, width: cell.height, height: cell.width }));
  return { ...board, cells, width: board.height, height: board.width };
}

/** The cell at a point, or the nearest one if the point lies in the narrow space between cells. */
export function cellAt(cells: readonly CellView[], { x, y }: Point): CellView | undefined {
  let [nearest, least]: [CellView | undefined, number] = [undefined, SLACK];
  for (const cell of cells) {
    const beside = Math.max(Math.abs(x - cell.x) - cell.width / 2, Math.abs(y - cell.y) - cell.height / 2);
    if (beside <= 0) return cell;
    if (beside < least) [nearest, least] = [cell, beside];
  }
  return nearest;
}

/** The cells in reading order: rows from the top, each from left to right. */
export function rows(cells: readonly CellView[]): CellView[][] {
  const sorted = [...cells].sort((one, other) => one.y - other.y);
  const found: CellView[][] = [];
  for (const cell of sorted) {
    const last = found.at(-1);
    if (last && Math.abs(last[0]!.y - cell.y) < 0.3) last.push(cell);
    else found.push([cell]);
  }
  return found.map((row) => row.sort((one, other) => one.x - other.x));
}

const DIRECTIONS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The nearest cell in the direction of an arrow key; cells straight ahead are preferred. */
export function neighbour(cells: readonly CellView[], from: CellView, key: string): CellView | undefined {
  const way = DIRECTIONS[key];
  if (!way) return undefined;
  let best: CellView | undefined;
  let least = Infinity;
  for (const cell of cells) {
    const ahead = (cell.x - from.x) * way.x + (cell.y - from.y) * way.y;
    const aside = Math.abs((cell.x - from.x) * way.y) + Math.abs((cell.y - from.y) * way.x);
    const distance = ahead + 3 * aside;
    if (ahead > 0.3 && distance < least) [best, least] = [cell, distance];
  }
  return best;
}
