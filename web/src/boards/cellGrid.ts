// The cells of a board that is being painted: row by row from the top, each with a sign of every layer.

import type { Easel } from "../net/protocol";

export interface CellGrid {
  width: number;
  height: number;
  cells: readonly string[];
}
export const TOOLS = ["brush", "line", "rectangle", "fill"] as const;
export type Tool = (typeof TOOLS)[number];
/** What the brush paints: the number of a layer, and one of its signs. */
export interface BrushPaint {
  layer: number;
  sign: string;
}
type BoardFormat = Pick<Easel, "layers" | "separator">;

export function parseBoard(easel: BoardFormat, text: string): CellGrid {
  const rows = text.split(easel.separator);
  const size = easel.layers.length;
  const cells = rows.flatMap((row) => Array.from({ length: row.length / size }, (_, n) => row.slice(n * size, n * size + size)));
  return { width: cells.length / rows.length, height: rows.length, cells };
}

export function boardText(easel: BoardFormat, grid: CellGrid): string {
  const row = (y: number): string => grid.cells.slice(y * grid.width, (y + 1) * grid.width).join("");
  return Array.from({ length: grid.height }, (_, y) => row(y)).join(easel.separator);
}

/** The numbers of the cells that a tool paints between two cells. */
export function cellsReached(tool: Tool, grid: CellGrid, layer: number, from: number, to: number): number[] {
  if (tool === "fill") return connectedCells(grid, layer, to);
  return tool === "rectangle" ? rectangle(grid, from, to) : line(grid, from, to);
}

/** Paint some cells; if symmetric, also the opposite cells, with the opposite sign. */
export function paintCells(easel: BoardFormat, grid: CellGrid, places: readonly number[], paint: BrushPaint, symmetric: boolean): CellGrid {
  const cells = [...grid.cells];
  for (const place of places) {
    cells[place] = withSign(cells[place]!, paint);
    if (symmetric) {
      const opposite = cells.length - 1 - place;
      cells[opposite] = withSign(cells[opposite]!, { ...paint, sign: oppositeSign(easel, paint) });
    }
  }
  return { ...grid, cells };
}

/** Change the size at the top and on the right, so that cells keep their names; new cells are bare. */
export function resizeBoard(easel: BoardFormat, grid: CellGrid, width: number, height: number): CellGrid {
  const bare = easel.layers.map((layer) => layer.paints[0]!.sign).join("");
  const above = height - grid.height;
  const cells = Array.from({ length: width * height }, (_, n) => {
    const [x, y] = [n % width, Math.floor(n / width) - above];
    return x < grid.width && y >= 0 ? grid.cells[y * grid.width + x]! : bare;
  });
  return { width, height, cells };
}

function withSign(cell: string, { layer, sign }: BrushPaint): string {
  return cell.slice(0, layer) + sign + cell.slice(layer + 1);
}

function oppositeSign(easel: BoardFormat, { layer, sign }: BrushPaint): string {
  return easel.layers[layer]!.paints.find((paint) => paint.sign === sign)!.opposite;
}

function line(grid: CellGrid, from: number, to: number): number[] {
  const [start, end] = [pointOf(grid, from), pointOf(grid, to)];
  const steps = Math.max(Math.abs(end.x - start.x), Math.abs(end.y - start.y));
  return Array.from({ length: steps + 1 }, (_, n) => {
    const share = steps ? n / steps : 0;
    return numberOf(grid, Math.round(start.x + (end.x - start.x) * share), Math.round(start.y + (end.y - start.y) * share));
  });
}

function rectangle(grid: CellGrid, from: number, to: number): number[] {
  const [one, other] = [pointOf(grid, from), pointOf(grid, to)];
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  return grid.cells.flatMap((_, n) => {
    const { x, y } = pointOf(grid, n);
    return x >= left && x <= right && y >= top && y <= bottom ? [n] : [];
  });
}

/** The cells connected to one by sides that have the same sign in a layer. */
function connectedCells(grid: CellGrid, layer: number, start: number): number[] {
  const sign = grid.cells[start]![layer];
  const found = new Set([start]);
  for (const n of found) {
    const { x, y } = pointOf(grid, n);
    for (const [nextX, nextY] of [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]] as const) {
      if (nextX < 0 || nextY < 0 || nextX >= grid.width || nextY >= grid.height) continue;
      const next = numberOf(grid, nextX, nextY);
      if (grid.cells[next]![layer] === sign) found.add(next);
    }
  }
  return [...found];
}

function pointOf(grid: CellGrid, n: number): { x: number; y: number } {
  return { x: n % grid.width, y: Math.floor(n / grid.width) };
}

function numberOf(grid: CellGrid, x: number, y: number): number {
  return y * grid.width + x;
}
