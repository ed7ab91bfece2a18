// The set-up somebody arranges before play: it begins complete, so that "ready" is one tap.

import { api } from "../net/api";
import type { Mark, Piece, SceneView, SetupAnswer, SetupQuestion } from "../net/protocol";
import { lastSetup, rememberSetup } from "../state/savedSetups";
import type { LiveMatch } from "../live/match.svelte";
import {
  type Arrangement,
  cleared,
  fits,
  type Form,
  isChoice,
  join,
  left,
  mirrored,
  placed,
  split,
  swapped,
  tidied,
  toPlace,
} from "./editing";

type Wish = Pick<SetupQuestion, "ask" | "name" | "setup">;

/** How long the hand must rest before the server is asked whether a set-up is possible, in milliseconds. */
const REST = 250;

export class Arranging {
  pieces = $state.raw<Arrangement>([]);
  /** What the hand holds: a piece on the board, or a kind from the tray. */
  held = $state.raw<{ cell: string } | { kind: string } | null>(null);
  /** How each kind looks, learned from what the server drew. */
  faces = $state.raw<ReadonlyMap<string, Piece>>(new Map());
  library = $state.raw<[string, string][]>([]);
  /** Why the server would refuse it. */
  problems = $state.raw<string[]>([]);
  /** "Ready" was said before everybody had sat down. */
  promised = $state(false);

  /** A set-up that is no arrangement of pieces on cells, as the server wrote it. */
  private unplaced = $state("");
  private drawn = $state.raw<SceneView | null>(null);
  private drawnText = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly live: LiveMatch) {}

  get form(): Form {
    return this.live.state!.setup!;
  }
  /** Whether this viewer still arranges. */
  get open(): boolean {
    const setup = this.live.state?.setup;
    return !!setup && setup.mine === null && this.live.seat !== null;
  }
  get text(): string {
    return this.form.cells.length ? join(this.form, this.pieces) : this.unplaced;
  }
  get missing(): number {
    return toPlace(this.form, this.pieces);
  }
  get possible(): boolean {
    return (this.pieces.length > 0 || this.unplaced !== "") && this.missing === 0 && !this.problems.length;
  }
  /** The kinds beside the board, with how many of each: what is missing, or what one may choose from. */
  get tray(): [string, number][] {
    if (!this.pieces.length || !(this.missing || isChoice(this.form))) return [];
    return [...left(this.form, this.pieces)].filter(([, number]) => number > 0);
  }
  /** What was played last time, where it can be played again. On a shared screen that is nobody's business. */
  get last(): string {
    const last = this.live.seats.length === 1 ? lastSetup(this.live.welcome!.game) : "";
    return last && last !== this.text && fits(this.form, last) ? last : "";
  }
  get mirror(): Arrangement | null {
    return mirrored(this.form, this.live.board!.cells, this.pieces);
  }

  // What the board shows

  /** As the server drew it, or until it has drawn it anew as well as one can without knowing the rules. */
  readonly scene = $derived.by<SceneView | null>(() => {
    const { drawn, form } = this;
    if (!drawn || !this.pieces.length) return null;
    if (this.text === this.drawnText) return drawn;
    const own = new Set(form.cells);
    const standing = this.pieces.flatMap((kind, n) => {
      const face = this.faces.get(kind);
      return face ? [{ ...face, cell: form.cells[n]! }] : [];
    });
    const named = standing.map((piece) => [piece.cell, `${piece.cell}, ${piece.name}`]);
    return {
      ...drawn,
      pieces: [...drawn.pieces.filter((piece) => !own.has(piece.cell)), ...standing],
      names: { ...this.live.state!.scene.names, ...Object.fromEntries(named) },
    };
  });
  readonly marks = $derived.by<Mark[]>(() =>
    this.held && "cell" in this.held ? [{ kind: "selected", cell: this.held.cell }] : [],
  );
  readonly liftable = $derived.by<Set<string>>(() => new Set(this.open ? this.form.cells : []));

  // What the hand does

  touch(cell: string, how: string): void {
    const [at, held] = [this.form.cells.indexOf(cell), this.held];
    if (!this.open || at < 0) this.held = null;
    else if (how === "lift" || !held) this.held = { cell };
    else if ("kind" in held) this.put(at, held.kind);
    else {
      this.held = null;
      if (held.cell !== cell) this.exchange(held.cell, cell);
    }
  }

  /** Lets two pieces change places; false where one of the cells is not for arranging. */
  exchange(one: string, other: string): boolean {
    const [from, to] = [this.form.cells.indexOf(one), this.form.cells.indexOf(other)];
    if (from < 0 || to < 0) return false;
    this.change(swapped(this.pieces, from, to));
    return true;
  }

  /** A kind in the tray: it goes to the cell that is held, or is held itself. */
  take(kind: string): void {
    const held = this.held;
    if (held && "cell" in held) this.put(this.form.cells.indexOf(held.cell), kind);
    else this.held = held?.kind === kind ? null : { kind };
  }

  cancel(): void {
    this.held = null;
  }

  clear(): void {
    this.change(cleared(this.form));
  }

  change(pieces: Arrangement): void {
    this.pieces = pieces;
    this.problems = [];
    this.promised = false;
    clearTimeout(this.timer);
    if (!this.missing) this.timer = setTimeout(() => void this.check(), REST);
  }

  private put(at: number, kind: string): void {
    this.change(placed(this.pieces, at, kind));
    const more = this.missing > 0 && (left(this.form, this.pieces).get(kind) ?? 0) > 0;
    this.held = more ? { kind } : null;
  }

  // What the server does

  /** Takes a set-up from the server; one's own comes back with what is wrong with it. False if it cannot be read. */
  async ask(wish: Wish): Promise<boolean> {
    clearTimeout(this.timer);
    this.promised = false;
    const answer = await this.call(wish);
    if (!answer || !this.live.state?.setup) return false;
    const pieces = split(this.form, answer.setup);
    if (!this.form.cells.length) this.unplaced = answer.setup;
    else if (pieces.length === this.form.cells.length) this.pieces = pieces;
    this.problems = said(answer);
    this.library = Object.entries(answer.library);
    if (!answer.problems.length) this.learnFaces(pieces, answer.scene);
    return true;
  }

  use(text: string): Promise<boolean> {
    return this.ask({ ask: "check", setup: tidied(text) });
  }

  /** Seals the set-up, at once or as soon as everybody is there. */
  async ready(): Promise<void> {
    this.held = null;
    this.promised = !this.live.can("ready");
    if (this.promised) return;
    const setup = this.text;
    try {
      await this.live.ask("ready", { setup });
      if (this.live.seats.length === 1) rememberSetup(this.live.welcome!.game, setup);
    } catch (error) {
      this.problems = [(error as Error).message];
    }
  }

  /** Asks whether what the hand has made is possible; an answer that comes too late is not listened to. */
  private async check(): Promise<void> {
    const setup = this.text;
    const answer = await this.call({ ask: "check", setup });
    if (!answer || !this.open || this.text !== setup) return;
    this.problems = said(answer);
    if (!answer.problems.length) this.learnFaces(this.pieces, answer.scene);
  }

  private async call(wish: Wish): Promise<SetupAnswer | null> {
    const { game, options } = this.live.welcome!;
    try {
      return await api.post<SetupAnswer>(`/games/${game}/setups`, { options, seat: this.live.seat, ...wish });
    } catch (error) {
      this.problems = [(error as Error).message];
      return null;
    }
  }

  private learnFaces(pieces: Arrangement, scene: SceneView): void {
    const byCell = new Map(scene.pieces.map((piece) => [piece.cell, piece]));
    const faces = new Map(this.faces);
    for (const [n, kind] of pieces.entries()) {
      const piece = byCell.get(this.form.cells[n]!);
      if (piece) faces.set(kind, { ...piece, marks: [] });
    }
    this.faces = faces;
    this.drawnText = join(this.form, pieces);
    this.drawn = scene;
  }
}

function said(answer: SetupAnswer): string[] {
  return answer.problems.map((problem) => problem.text);
}
