// Somebody paints a board: strokes, undo, what is wrong with it. Every change is kept in this browser at once.

import { api } from "../net/api";
import type { Easel, Examined, ProblemAnswer } from "../net/protocol";
import { type Draft, keepDraft, newDraft } from "./drafts";
import { type Dip, painted, read, reached, resized, type Sheet, type Tool, written } from "./sheet";

/** How long a hand must rest before the server looks, in milliseconds. */
const REST = 400;
const REMEMBERED = 300;

/** A drag that goes on: the board before it, where it began and where it is. */
interface Stroke {
  before: Sheet;
  from: number;
  last: number;
}

export class Painting {
  sheet = $state.raw<Sheet>({ width: 0, height: 0, cells: [] });
  title = $state("");
  tool = $state<Tool>("brush");
  dip = $state<Dip>({ layer: 0, sign: "" });
  /** What is painted appears on the opposite side too. */
  both = $state(false);
  /** The first end of a line or rectangle that is made by two touches. */
  anchor = $state<number | null>(null);
  /** What the server last said. */
  examined = $state.raw<Examined | null>(null);
  /** Why the server could not look. */
  trouble = $state("");

  private draft: Draft;
  private past = $state.raw<Sheet[]>([]);
  private future = $state.raw<Sheet[]>([]);
  private stroke: Stroke | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking = false;

  constructor(
    readonly easel: Easel,
    draft: Draft,
  ) {
    this.draft = draft;
    this.title = draft.title;
    this.dip = { layer: 0, sign: easel.layers[0]!.paints[1]!.sign };
    this.sheet = read(easel, draft.text);
    this.look(0);
  }

  get text(): string {
    return written(this.easel, this.sheet);
  }
  /** Whether the server has seen what is on the sheet. */
  get settled(): boolean {
    return this.examined?.text === this.text;
  }
  /** As far as the server has seen it; it looks again before anybody plays. */
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
  /** Whether the drawing has the cells that the sheet has. */
  get drawn(): boolean {
    const board = this.examined?.board;
    return board?.width === this.sheet.width && board.height === this.sheet.height;
  }

  // Strokes

  /** A single touch, by finger, mouse or key. */
  touch(place: number): void {
    if (this.tool === "brush" || this.tool === "fill") this.apply(this.tool, place, place);
    else if (this.anchor === null) this.anchor = place;
    else {
      this.apply(this.tool, this.anchor, place);
      this.anchor = null;
    }
  }

  /** One cell, whatever the tool. */
  dab(place: number, dip: Dip): void {
    this.change(painted(this.easel, this.sheet, [place], dip, this.both));
  }

  begin(place: number): void {
    this.anchor = null;
    this.stroke = { before: this.sheet, from: place, last: place };
    this.drag(place);
  }

  drag(place: number): void {
    const stroke = this.stroke;
    if (!stroke) return;
    const brush = this.tool === "brush";
    const base = brush ? this.sheet : stroke.before;
    const places = reached(this.tool, stroke.before, this.dip.layer, brush ? stroke.last : stroke.from, place);
    stroke.last = place;
    this.sheet = painted(this.easel, base, places, this.dip, this.both);
  }

  end(): void {
    if (!this.stroke) return;
    const after = this.sheet;
    this.sheet = this.stroke.before;
    this.stroke = null;
    this.change(after);
  }

  /** It was no stroke after all, but the beginning of something else. */
  cancel(): void {
    this.anchor = null;
    if (!this.stroke) return;
    this.sheet = this.stroke.before;
    this.stroke = null;
  }

  undo(): void {
    const before = this.past.at(-1);
    if (!before) return;
    this.past = this.past.slice(0, -1);
    this.future = [...this.future, this.sheet];
    this.show(before);
  }

  redo(): void {
    const after = this.future.at(-1);
    if (!after) return;
    this.future = this.future.slice(0, -1);
    this.past = [...this.past, this.sheet];
    this.show(after);
  }

  resize(width: number, height: number): void {
    const { least, most } = this.easel;
    const fitting = (length: number): number => Math.min(most, Math.max(least, Math.round(length) || least));
    this.change(resized(this.easel, this.sheet, fitting(width), fitting(height)));
  }

  /** Another board in this one's place, which can be undone; the server has read the text. */
  take(text: string): void {
    this.change(read(this.easel, text));
  }

  /** Go on with another board; this one stays among the drafts. */
  open(draft: Draft): void {
    this.draft = draft;
    this.title = draft.title;
    this.past = this.future = [];
    this.anchor = null;
    this.show(read(this.easel, draft.text));
  }

  start(title: string, text: string): void {
    this.open(newDraft(title, text));
  }

  rename(title: string): void {
    this.title = title;
    this.keep();
  }

  /** Ask the server again, in the language of now. */
  look(rest = REST): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.examine(), rest);
  }

  leave(): void {
    clearTimeout(this.timer);
  }

  private apply(tool: Tool, from: number, to: number): void {
    const places = reached(tool, this.sheet, this.dip.layer, from, to);
    this.change(painted(this.easel, this.sheet, places, this.dip, this.both));
  }

  private change(sheet: Sheet): void {
    if (written(this.easel, sheet) === this.text) return;
    this.past = [...this.past, this.sheet].slice(-REMEMBERED);
    this.future = [];
    this.show(sheet);
  }

  private show(sheet: Sheet): void {
    const other = sheet.width !== this.sheet.width || sheet.height !== this.sheet.height;
    this.sheet = sheet;
    this.keep();
    this.look(other ? 0 : REST);
  }

  private keep(): void {
    this.draft = { ...this.draft, title: this.title, text: this.text };
    keepDraft(this.easel.game, this.draft);
  }

  /** One question at a time; what was painted meanwhile is asked about next. */
  private async examine(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      this.examined = await api.post<Examined>(`/games/${this.easel.game}/boards/check`, { text: this.text });
      this.trouble = "";
      if (!this.settled) this.look();
    } catch (error) {
      this.trouble = (error as Error).message;
    } finally {
      this.asking = false;
    }
  }
}
