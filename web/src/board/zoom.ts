// Which part of a board one looks at, for boards too dense for a phone.

import type { Point } from "./place";

/** How many times larger than the whole, and the corner of what is seen, as shares of the whole. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
const LARGEST = 4;

/** Larger or smaller around a point of the window, given in shares of it. */
export function zoomed(view: View, factor: number, about: Point): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor));
  const at = { x: view.x + about.x / view.scale, y: view.y + about.y / view.scale };
  return within({ scale, x: at.x - about.x / scale, y: at.y - about.y / scale });
}

/** Moved by shares of the window. */
export function panned(view: View, by: Point): View {
  return within({ ...view, x: view.x - by.x / view.scale, y: view.y - by.y / view.scale });
}

/** Moved as little as needed to see a point of the whole, given in shares of it. */
export function showing(view: View, point: Point, margin: number): View {
  const size = 1 / view.scale;
  const reach = (from: number, to: number): number => Math.min(Math.max(from, to + margin - size), to - margin);
  return within({ ...view, x: reach(view.x, point.x), y: reach(view.y, point.y) });
}

function within(view: View): View {
  const most = 1 - 1 / view.scale;
  const keep = (value: number): number => Math.min(most, Math.max(0, value));
  return { ...view, x: keep(view.x), y: keep(view.y) };
}
