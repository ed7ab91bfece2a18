// A board that is being painted: strokes, undo, and its problems. Every change is saved in this browser.

import { api } from "../net/api";
import type { Easel, Examined, ProblemAnswer } from "../net/protocol";
import { type Draft, saveDraft, newDraft } from "./drafts";
import { type BrushPaint, paintCells, parseBoard, cellsReached, resizeBoard, type CellGrid, type Tool, boardText } from "./cellGrid";

/** How long after the last change the server checks the board, in milliseconds. */
const CHECK_DELAY = 400;
const UNDO_LIMIT = 300;

/** A drag in progress: the cells before it, its first cell and its last. */
interface Stroke {
  before: CellGrid;
  from: number;
  last: number;
}

export class Painting {
  grid = $state.raw<CellGrid>({ width: 0, height: 0, cells: [] });
  title = $state("");
  tool = $state<Tool>("brush");
  paint = $state<BrushPaint>({ layer: 0, sign: "" });
  /** Whether strokes are repeated on the opposite side. */
  symmetric = $state(false);
  /** The first end of a line or rectangle that is made with two touches. */
  anchor = $state<number | null>(null);
  /** The server's last check. */
  examined = $state.raw<Examined | null>(null);
  /** Why the last check failed. */
  checkError = $state("");

  private draft: Draft;
  private past = $state.raw<CellGrid[]>([]);
  private future = $state.raw<CellGrid[]>([]);
  private stroke: Stroke | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;

  constructor(
    readonly easel: Easel,
    draft: Draft,
  ) {
    this.draft = draft;
    this.title = draft.title;
    this.paint = { layer: 0, sign: easel.layers[0]!.paints[1]!.sign };
    this.grid = parseBoard(easel, draft.text);
    this.scheduleCheck(0);
  }

  get text(): string {
    return boardText(this.easel, this.grid);
  }
  /** Whether the server has checked the current cells. */
  get isChecked(): boolean {
    return this.examined?.text === this.text;
  }
  /** By the last check; the server checks again before a match. */
  get playable(): boolean {
    return this.examined?.playable ?? false;
  }
  get problems(): ProblemAnswer[] {
    return this.examined?.problems ?? [];
  }
  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }
  /** Whether the server's drawing has the current size. */
  get isDrawn(): boolean {
    const board = this.examined?.board;
    return board?.width === this.grid.width && board.height === this.grid.height;
  }

  // Strokes

  /** Apply the tool to a cell, by a tap, click or key. */
  touch(place: number): void {
    if (this.tool === "brush" || this.tool === "fill") this.apply(this.tool, place, place);
    else if (this.anchor === null) this.anchor = place;
    else {
      this.apply(this.tool, this.anchor, place);
      this.anchor = null;
    }
  }

  /** Paint one cell, whatever the tool. */
  paintCell(place: number, paint: BrushPaint): void {
    this.change(paintCells(this.easel, this.grid, [place], paint, this.symmetric));
  }

  begin(place: number): void {
    this.anchor = null;
    this.stroke = { before: this.grid, from: place, last: place };
    this.drag(place);
  }

  drag(place: number): void {
    const stroke = this.stroke;
    if (!stroke) return;
    const brush = this.tool === "brush";
    const base = brush ? this.grid : stroke.before;
    const places = cellsReached(this.tool, stroke.before, this.paint.layer, brush ? stroke.last : stroke.from, place);
    stroke.last = place;
    this.grid = paintCells(this.easel, base, places, this.paint, this.symmetric);
  }

  end(): void {
    if (!this.stroke) return;
    const after = this.grid;
    this.grid = this.stroke.before;
    this.stroke = null;
    this.change(after);
  }

  /** Undo the stroke in progress, which was the start of another gesture. */
  cancel(): void {
    this.anchor = null;
    if (!this.stroke) return;
    this.grid = this.stroke.before;
    this.stroke = null;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.grid];
    this.show(before);
  }

  redo(): void {
    const after = this.future.at(-1);
    if (!after) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.grid];
    this.show(after);
  }

  resize(width: number, height: number): void {
    const { least, most } = this.easel;
    const fitting = (length: number): number => Math.min(most, Math.max(least, Math.round(length) || least));
    this.change(resizeBoard(this.easel, this.grid, fitting(width), fitting(height)));
  }

  /** Replace the board by a text that the server has checked; this can be undone. */
  take(text: string): void {
    this.change(parseBoard(this.easel, text));
  }

  /** Edit another draft; this one stays saved. */
  open(draft: Draft): void {
    this.draft = draft;
    this.title = draft.title;
    this.past = this.future = [];
    this.anchor = null;
    this.show(parseBoard(this.easel, draft.text));
  }

  start(title: string, text: string): void {
    this.open(newDraft(title, text));
  }

  rename(title: string): void {
    this.title = title;
    this.keep();
  }

  /** Let the server check the board, after a delay. */
  scheduleCheck(rest = CHECK_DELAY): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), rest);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private apply(tool: Tool, from: number, to: number): void {
    const places = cellsReached(tool, this.grid, this.paint.layer, from, to);
    this.change(paintCells(this.easel, this.grid, places, this.paint, this.symmetric));
  }

  private change(grid: CellGrid): void {
    if (boardText(this.easel, grid) === this.text) return;
    this.past = [...this.past, this.grid].slice(-UNDO_LIMIT);
    this.future = [];
    this.show(grid);
  }

  private show(grid: CellGrid): void {
    const other = grid.width !== this.grid.width || grid.height !== this.grid.height;
    this.grid = grid;
    this.keep();
    this.scheduleCheck(other ? 0 : CHECK_DELAY);
  }

  private keep(): void {
    this.draft = { ...this.draft, title: this.title, text: this.text };
    saveDraft(this.easel.game, this.draft);
  }

  /** Send one check at a time, and another if the board changed meanwhile. */
  private async check(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      this.examined = await api.post<Examined>(`/games/${this.easel.game}/boards/check`, { text: this.text });
      this.checkError = "";
      if (!this.isChecked) this.scheduleCheck();
    } catch (error) {
      this.checkError = (error as Error).message;
    } finally {
      this.asking = false;
    }
  }
}
