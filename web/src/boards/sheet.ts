// A board that is being painted: cells row by row from the top, each with a sign of every layer.


import type { Easel } from "../net/protocol";
export interface Sheet {
  width: number;
  height: number;
  cells: readonly string[];
}
export const TOOLS = ["brush", "line", "rectangle", "fill"] as const;
export type Tool = (typeof TOOLS)[number];
/** What the brush is dipped in: the number of a layer, and a sign of it. */
export interface Dip {
  layer: number;
  sign: string;
}
type Signs = Pick<Easel, "layers" | "separator">;

export function read(easel: Signs, text: string): Sheet {
  const rows = text.split(easel.separator);
  const size = easel.layers.length;
  const cells = rows.flatMap((row) => Array.from({ length: row.length / size }, (_, n) => row.slice(n * size, n * size + size)));
  return { width: cells.length / rows.length, height: rows.length, cells };
}

export function written(easel: Signs, sheet: Sheet): string {
  const row = (y: number): string => sheet.cells.slice(y * sheet.width, (y + 1) * sheet.width).join("");
  return Array.from({ length: sheet.height }, (_, y) => row(y)).join(easel.separator);
}

/** The cells that a tool reaches from one place to another, by number. */
export function reached(tool: Tool, sheet: Sheet, layer: number, from: number, to: number): number[] {
  if (tool === "fill") return pool(sheet, layer, to);
  return tool === "rectangle" ? rectangle(sheet, from, to) : line(sheet, from, to);
}

/** The sheet with some cells painted; on both sides at once, what lies opposite gets what faces it. */
export function painted(easel: Signs, sheet: Sheet, places: readonly number[], dip: Dip, both: boolean): Sheet {
  const cells = [...sheet.cells];
  for (const place of places) {
    cells[place] = withSign(cells[place]!, dip);
    if (both) {
      const opposite = cells.length - 1 - place;
      cells[opposite] = withSign(cells[opposite]!, { ...dip, sign: facing(easel, dip) });
    }
  }
  return { ...sheet, cells };
}

/** The same in another size; what is new is bare, above and to the right, so that cells keep their names. */
export function resized(easel: Signs, sheet: Sheet, width: number, height: number): Sheet {
  const bare = easel.layers.map((layer) => layer.paints[0]!.sign).join("");
  const above = height - sheet.height;
  const cells = Array.from({ length: width * height }, (_, n) => {
    const [x, y] = [n % width, Math.floor(n / width) - above];
    return x < sheet.width && y >= 0 ? sheet.cells[y * sheet.width + x]! : bare;
  });
  return { width, height, cells };
}

function withSign(cell: string, { layer, sign }: Dip): string {
  return cell.slice(0, layer) + sign + cell.slice(layer + 1);
}

function facing(easel: Signs, { layer, sign }: Dip): string {
  return easel.layers[layer]!.paints.find((paint) => paint.sign === sign)!.opposite;
}

function line(sheet: Sheet, from: number, to: number): number[] {
  const [start, end] = [place(sheet, from), place(sheet, to)];
  const steps = Math.max(Math.abs(end.x - start.x), Math.abs(end.y - start.y));
  return Array.from({ length: steps + 1 }, (_, n) => {
    const share = steps ? n / steps : 0;
    return numberOf(sheet, Math.round(start.x + (end.x - start.x) * share), Math.round(start.y + (end.y - start.y) * share));
  });
}

function rectangle(sheet: Sheet, from: number, to: number): number[] {
  const [one, other] = [place(sheet, from), place(sheet, to)];
  const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
  const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
  return sheet.cells.flatMap((_, n) => {
    const { x, y } = place(sheet, n);
    return x >= left && x <= right && y >= top && y <= bottom ? [n] : [];
  });
}

/** The cells around one that have the same sign in a layer and touch each other side by side. */
function pool(sheet: Sheet, layer: number, start: number): number[] {
  const sign = sheet.cells[start]![layer];
  const found = new Set([start]);
  for (const n of found) {
    const { x, y } = place(sheet, n);
    for (const [nextX, nextY] of [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]] as const) {
      if (nextX < 0 || nextY < 0 || nextX >= sheet.width || nextY >= sheet.height) continue;
      const next = numberOf(sheet, nextX, nextY);
      if (sheet.cells[next]![layer] === sign) found.add(next);
    }
  }
  return [...found];
}

function place(sheet: Sheet, n: number): { x: number; y: number } {
  return { x: n % sheet.width, y: Math.floor(n / sheet.width) };
}

function numberOf(sheet: Sheet, x: number, y: number): number {
  return y * sheet.width + x;
}
