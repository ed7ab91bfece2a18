// The lines of marks and trails; the shapes are those of caserne/draw/signs.py, and one more for `must`.

import type { CellView, DrawnBoard, Mark, Trail } from "../net/protocol";
import { type Point, RADIUS, cellScale } from "./geometry";

/** One line of a mark or trail, or a solid shape. */
export interface Line {
  d: string;
  width: number;
  dashes?: string;
  colour: string;
  /** The extra width of a darker line below it, which makes it visible on any ground. */
  bed?: number;
  butt?: boolean;
  fill?: string;
  opacity?: number;
}

const INSET = 0.055;
const CORNER = 0.08;
const WIDTH = 0.05;
const OUTLINE = 0.035;
const RING = 0.452;
const TICK = 0.19;
const ARROW = 0.21;
/** How far before and after its middle a bend of a trail begins and ends. */
const BEND = 0.4;
const BRASS = "var(--brass)";
const MADDER = "var(--madder)";
const FIELD = "var(--field)";

export function markLines(mark: Mark, cell: CellView, occupied: boolean): Line[] {
  const brass = { width: WIDTH, colour: BRASS, bed: OUTLINE };
  switch (mark.kind) {
    case "selected":
      return [{ ...brass, d: frame(cell), width: 0.06 }];
    case "target":
      if (!occupied) return dot(cell);
      return [{ ...brass, d: ring(cell), dashes: dashes(2 * Math.PI * RING * cellScale(cell), 0.22, 0.13), butt: true }];
    case "last":
      return [{ ...brass, d: ticks(cell) }];
    case "reach":
      return [{ ...brass, d: frame(cell), dashes: dashes(perimeter(cell), 0.11, 0), bed: 0.025 }];
    case "must":
      return [{ ...brass, colour: MADDER, d: ring(cell) }, { ...brass, colour: MADDER, d: crosshair(cell) }];
    case "refused":
      return [{ ...brass, colour: MADDER, d: frame(cell), width: 0.06 }, ...cross(cell)];
    case "prey":
      return preyBadge(cell);
    case "threat":
      return threatBadge(cell);
    default:
      return [];
  }
}

/** Put lines that look the same into one. */
export function joinLines(lines: readonly Line[]): Line[] {
  const byLook = new Map<string, Line>();
  for (const line of lines) {
    const look = JSON.stringify({ ...line, d: "" });
    const known = byLook.get(look);
    byLook.set(look, known ? { ...known, d: `${known.d} ${line.d}` } : line);
  }
  return [...byLook.values()];
}

/** A disc with a tick in the upper left corner: the chosen piece takes this one. */
function preyBadge(cell: CellView): Line[] {
  const { left, top } = edges(cell);
  const [x, y] = [left + 0.1, top + 0.1];
  return [
    { d: circle(x, y, 0.15), width: 0.03, colour: "#1F2430", fill: FIELD },
    { d: `M ${x - 0.07} ${y} L ${x - 0.01} ${y + 0.06} L ${x + 0.08} ${y - 0.06}`, width: 0.045, colour: "#FFFFFF" },
  ];
}

/** A triangle with an exclamation mark in the lower left corner: this piece takes the chosen one. */
function threatBadge(cell: CellView): Line[] {
  const { left, bottom } = edges(cell);
  const [x, y] = [left + 0.12, bottom - 0.12];
  return [
    { d: `M ${x} ${y - 0.17} L ${x + 0.18} ${y + 0.13} L ${x - 0.18} ${y + 0.13} Z`, width: 0.03, colour: "#1F2430", fill: MADDER },
    { d: `M ${x} ${y - 0.06} V ${y + 0.03} M ${x} ${y + 0.09} V ${y + 0.091}`, width: 0.045, colour: "#FFFFFF" },
  ];
}

/** Moves that a bot advises, and others that it has weighed; all other trails are brass. */
const TRAILS: Record<string, Pick<Line, "width" | "colour">> = {
  better: { width: 0.075, colour: FIELD },
  weighed: { width: 0.03, colour: FIELD },
};

/** A dot at the start, a line from cell to cell, and an arrowhead, from the edge of a piece to the edge of another. */
export function trailLines(trail: Trail, board: DrawnBoard, cells: ReadonlyMap<string, CellView>, occupied: (cell: string) => boolean): Line[] {
  const stops = trail.cells.flatMap((id) => cells.get(id) ?? []);
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last || stops.length < 2) return [];
  const tops = stops.slice(1).map((stop, n) => bend(trail, stops[n]!, stop, board));
  const end = tops.at(-1)!;
  const tip = pointBefore(last, end, occupied(last.id) ? (RADIUS + 0.05) * cellScale(last) : 0.05);
  const start = occupied(first.id) ? pointBefore(first, tops[0]!, RADIUS * cellScale(first)) : first;
  const points = [start, ...stops.slice(1, -1), pointBefore(tip, end, ARROW * 0.8)];
  const path = trail.kind === "jump" ? arcs(points, tops) : rounded(points);
  const { width, colour } = TRAILS[trail.kind] ?? { width: 0.045, colour: BRASS };
  const solid = { width: 0.02, colour: "#1F2430", fill: colour };
  return [
    { d: path, width, colour, bed: OUTLINE },
    { ...solid, d: circle(start.x, start.y, 0.06) },
    { ...solid, d: head(tip, end) },
  ];
}

/** The path that arcs from point to point. */
function arcs(points: Point[], tops: Point[]): string {
  return `M ${at(points[0]!)}` + tops.map((top, n) => ` Q ${at(top)} ${at(points[n + 1]!)}`).join("");
}

/** The path over the points, round where it bends. */
export function rounded(points: Point[]): string {
  const bends = points.slice(1, -1).map((point, n) => {
    const [entry, leaving] = [points[n]!, points[n + 2]!].map((other) =>
      pointBefore(point, other, Math.min(BEND, Math.hypot(point.x - other.x, point.y - other.y) / 2)),
    );
    return ` L ${at(entry!)} Q ${at(point)} ${at(leaving!)}`;
  });
  return `M ${at(points[0]!)}${bends.join("")} L ${at(points.at(-1)!)}`;
}

/** The top of the arc of a jump, or the middle of a step. */
export function bend(trail: Trail, origin: Point, target: Point, board: Pick<DrawnBoard, "width">): Point {
  const middle = { x: (origin.x + target.x) / 2, y: (origin.y + target.y) / 2 };
  if (trail.kind !== "jump") return middle;
  const [across, down] = [target.x - origin.x, target.y - origin.y];
  const pull = 0.3 + 0.2 / Math.hypot(across, down);
  let side = across > 0 ? -1 : 1;
  if (Math.abs(across) < Math.abs(down) / 4) side = (middle.x <= board.width / 2 ? 1 : -1) * (down > 0 ? -1 : 1);
  return { x: middle.x - down * pull * side, y: middle.y + across * pull * side };
}

/** A dot with a light and a dark ring, one of which contrasts with whatever the ground shows. */
function dot(cell: CellView): Line[] {
  const disc = (radius: number, fill: string): Line => ({ d: circle(cell.x, cell.y, radius * cellScale(cell)), width: 0, colour: "none", fill });
  return [disc(0.22, "var(--ink)"), disc(0.195, "var(--card)"), disc(0.135, "var(--ink)")];
}

function dashes(length: number, period: number, dash: number): string {
  const even = length / Math.round(length / period);
  return `${dash} ${even - dash}`;
}

function edges(cell: CellView): { left: number; top: number; right: number; bottom: number } {
  const [across, down] = [cell.width / 2 - INSET, cell.height / 2 - INSET];
  return { left: cell.x - across, top: cell.y - down, right: cell.x + across, bottom: cell.y + down };
}

function perimeter(cell: CellView): number {
  const { left, top, right, bottom } = edges(cell);
  return 2 * (right - left + bottom - top) - (8 - 2 * Math.PI) * CORNER;
}

export function frame(cell: CellView): string {
  const { left, top, right, bottom } = edges(cell);
  const r = CORNER;
  const arc = `A ${r} ${r} 0 0 1`;
  return (
    `M ${left + r} ${top} H ${right - r} ${arc} ${right} ${top + r} V ${bottom - r} ${arc} ${right - r} ${bottom} ` +
    `H ${left + r} ${arc} ${left} ${bottom - r} V ${top + r} ${arc} ${left + r} ${top} Z`
  );
}

function ticks(cell: CellView): string {
  const { left, top, right, bottom } = edges(cell);
  const corner = (x: number, across: number, y: number, down: number): string =>
    `M ${x} ${y + down * TICK} V ${y} H ${x + across * TICK}`;
  return [corner(left, 1, top, 1), corner(left, 1, bottom, -1), corner(right, -1, top, 1), corner(right, -1, bottom, -1)].join(" ");
}

function ring(cell: CellView): string {
  return circle(cell.x, cell.y, RING * cellScale(cell));
}

/** Four short lines that point at what stands in the middle. */
function crosshair(cell: CellView): string {
  const [outer, inner] = [0.49 * cellScale(cell), 0.36 * cellScale(cell)];
  const { x, y } = cell;
  return `M ${x} ${y - outer} V ${y - inner} M ${x} ${y + outer} V ${y + inner} M ${x - outer} ${y} H ${x - inner} M ${x + outer} ${y} H ${x + inner}`;
}

function cross(cell: CellView): Line[] {
  const { right, top } = edges(cell);
  const [x, y, arm] = [right - 0.06, top + 0.06, 0.055];
  const d = `M ${x - arm} ${y - arm} L ${x + arm} ${y + arm} M ${x + arm} ${y - arm} L ${x - arm} ${y + arm}`;
  return [
    { d: circle(x, y, 0.135), width: 0.035, colour: MADDER, fill: "var(--card)" },
    { d, width: 0.055, colour: MADDER },
  ];
}

function circle(x: number, y: number, r: number): string {
  return `M ${x} ${y - r} A ${r} ${r} 0 1 1 ${x} ${y + r} A ${r} ${r} 0 1 1 ${x} ${y - r} Z`;
}

function pointBefore(point: Point, origin: Point, distance: number): Point {
  const [across, down] = [point.x - origin.x, point.y - origin.y];
  const length = Math.hypot(across, down) || 1;
  return { x: point.x - (across / length) * distance, y: point.y - (down / length) * distance };
}

function head(tip: Point, origin: Point): string {
  const base = pointBefore(tip, origin, ARROW);
  const notch = pointBefore(tip, origin, ARROW * 0.8);
  const [across, down] = [(tip.x - base.x) * 0.55, (tip.y - base.y) * 0.55];
  const left = { x: base.x - down, y: base.y + across };
  const right = { x: base.x + down, y: base.y - across };
  return `M ${at(tip)} L ${at(left)} L ${at(notch)} L ${at(right)} Z`;
}

function at({ x, y }: Point): string {
  return `${x} ${y}`;
}
