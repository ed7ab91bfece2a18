// The visible part of a zoomed board.

import type { Point } from "./geometry";

/** The scale, and the upper left corner of the visible part as a fraction of the board. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 4;

/** Zoom around a point of the window, given as fractions of it. */
export function zoomed(view: View, factor: number, about: Point): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  const at = { x: view.x + about.x / view.scale, y: view.y + about.y / view.scale };
  return clamped({ scale, x: at.x - about.x / scale, y: at.y - about.y / scale });
}

/** Move by fractions of the window. */
export function panned(view: View, by: Point): View {
  return clamped({ ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale });
}

/** Move as little as needed to show a point of the board, given as fractions of it. */
export function scrolledTo(view: View, point: Point, margin: number): View {
  const size = 1 / view.scale;
  const reach = (from: number, to: number): number => Math.min(Math.max(from, to + margin - size), to - margin);
  return clamped({ ...view, x: reach(view.x, point.x), y: reach(view.y, point.y) });
}

function clamped(view: View): View {
  const most = 1 - 1 / view.scale;
  const keep = (value: number): number => Math.min(most, Math.max(0, value));
  return { ...view, x: keep(view.x), y: keep(view.y) };
}
