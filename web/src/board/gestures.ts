// Recognise taps, drags, long presses, pans and pinches.

import type { Point } from "./geometry";

export interface GestureHandlers {
  /** A short touch that did not move. */
  tap(at: Point, pointer: string): void;
  /** Whether something can be dragged from there. */
  canLift(at: Point): boolean;
  lift(from: Point): void;
  carry(to: Point): void;
  drop(at: Point, pointer: string): void;
  cancel(): void;
  hold(at: Point): void;
  pan(by: Point): void;
  pinch(factor: number, about: Point, by: Point): void;
}

/** How far a pointer must move before a press becomes a drag, in pixels. */
const DRAG_THRESHOLD = { mouse: 4, touch: 10 };
const HOLD_MS = 500;

type Mode = "idle" | "pressed" | "dragging" | "panning" | "pinching" | "done";

/** Listen to an element; points are in pixels of the page. Returns a function that stops listening. */
export function listenForGestures(element: HTMLElement | SVGElement, handlers: GestureHandlers): () => void {
  const fingers = new Map<number, Point>();
  let mode: Mode = "idle";
  let start: Point = { x: 0, y: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;

  function down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    fingers.set(event.pointerId, point(event));
    if (fingers.size === 2) {
      if (mode === "dragging") handlers.cancel();
      clearTimeout(timer);
      mode = "pinching";
      return;
    }
    start = point(event);
    mode = "pressed";
    if (event.pointerType === "mouse") return; // a long press is the right button there
    timer = setTimeout(() => {
      if (mode !== "pressed") return;
      mode = "done";
      handlers.hold(start);
    }, HOLD_MS);
  }

  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = point(event);
    if (mode === "pinching") {
      pinchFrom(event.pointerId, before, now);
    } else if (mode === "pressed" && distance(start, now) > dragThreshold(event)) {
      clearTimeout(timer);
      element.setPointerCapture(event.pointerId);
      mode = handlers.canLift(start) ? "dragging" : "panning";
      if (mode === "dragging") handlers.lift(start);
    }
    if (mode === "dragging") handlers.carry(now);
    if (mode === "panning") handlers.pan({ x: now.x - before.x, y: now.y - before.y });
    fingers.set(event.pointerId, now);
  }

  /** Browsers ignore `touch-action` on parts of an SVG: without this a drag downwards would scroll the page. */
  function preventScroll(event: Event): void {
    if (mode === "dragging" || (mode === "pressed" && handlers.canLift(start))) event.preventDefault();
  }

  function pinchFrom(finger: number, before: Point, now: Point): void {
    const other = [...fingers].find(([id]) => id !== finger)?.[1];
    if (!other) return;
    const by = { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 };
    handlers.pinch(distance(other, now) / Math.max(1, distance(other, before)), middle(other, now), by);
  }

  function up(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(timer);
    if (mode === "pressed") handlers.tap(point(event), event.pointerType);
    if (mode === "dragging") handlers.drop(point(event), event.pointerType);
    mode = fingers.size ? "done" : "idle";
  }

  function cancelled(event: PointerEvent): void {
    if (!fingers.delete(event.pointerId)) return;
    clearTimeout(timer);
    if (mode === "dragging") handlers.cancel();
    mode = fingers.size ? "done" : "idle";
  }

  function menu(event: Event): void {
    event.preventDefault();
    if (mode === "idle") handlers.hold(point(event as PointerEvent));
  }

  const listeners: [string, (event: never) => void][] = [
    ["pointerdown", down],
    ["pointermove", move],
    ["touchmove", preventScroll],
    ["pointerup", up],
    ["pointercancel", cancelled],
    ["contextmenu", menu],
  ];
  for (const [name, listener] of listeners) element.addEventListener(name, listener as EventListener);
  return () => {
    clearTimeout(timer);
    for (const [name, listener] of listeners) element.removeEventListener(name, listener as EventListener);
  };
}

function dragThreshold(event: PointerEvent): number {
  return event.pointerType === "mouse" ? DRAG_THRESHOLD.mouse : DRAG_THRESHOLD.touch;
}

function point(event: { clientX: number; clientY: number }): Point {
  return { x: event.clientX, y: event.clientY };
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function middle(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}
