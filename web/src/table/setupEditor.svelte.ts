// The set-up that a player arranges before play; it starts complete, so that one tap is enough.

import { api } from "../net/api";
import type { Mark, Piece, SceneView, SetupAnswer, SetupQuestion } from "../net/protocol";
import { lastSetup, saveLastSetup } from "../state/savedSetups";
import type { LiveMatch } from "../live/match.svelte";
import {
  type Arrangement,
  cleared,
  isComplete,
  type SetupForm,
  hasSpares,
  join,
  unplaced,
  mirrored,
  placed,
  split,
  swapped,
  withoutSpaces,
  missingCount,
} from "./setupForm";

type SetupRequest = Pick<SetupQuestion, "ask" | "name" | "setup">;

/** How long after the last change the server checks the set-up, in milliseconds. */
const CHECK_DELAY = 250;

export class SetupEditor {
  pieces = $state.raw<Arrangement>([]);
  /** What is selected: a piece on the board, or a kind from the tray. */
  held = $state.raw<{ cell: string } | { kind: string } | null>(null);
  /** The look of each kind, taken from the server's scenes. */
  faces = $state.raw<ReadonlyMap<string, Piece>>(new Map());
  library = $state.raw<[string, string][]>([]);
  /** Why the server refuses it. */
  problems = $state.raw<string[]>([]);
  /** The player was ready before all seats were taken. */
  readyWhenAllSeated = $state(false);

  /** The text of a set-up that is not an arrangement of pieces on cells. */
  private opaqueText = $state("");
  private serverScene = $state.raw<SceneView | null>(null);
  private serverText = "";
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly live: LiveMatch) {}

  get form(): SetupForm {
    return this.live.state!.setup!;
  }
  /** Whether this viewer can still change it. */
  get open(): boolean {
    const setup = this.live.state?.setup;
    return !!setup && setup.mine === null && this.live.seat !== null;
  }
  get text(): string {
    return this.form.cells.length ? join(this.form, this.pieces) : this.opaqueText;
  }
  get missing(): number {
    return missingCount(this.form, this.pieces);
  }
  get isPlayable(): boolean {
    return (this.pieces.length > 0 || this.opaqueText !== "") && this.missing === 0 && !this.problems.length;
  }
  /** The kinds beside the board and the number of each: those missing, or those to choose from. */
  get tray(): [string, number][] {
    if (!this.pieces.length || !(this.missing || hasSpares(this.form))) return [];
    return [...unplaced(this.form, this.pieces)].filter(([, number]) => number > 0);
  }
  /** The set-up of the last match if it can be played again; empty on a shared screen, where it is secret. */
  get last(): string {
    const last = this.live.seats.length === 1 ? lastSetup(this.live.welcome!.game) : "";
    return last && last !== this.text && isComplete(this.form, last) ? last : "";
  }
  get mirror(): Arrangement | null {
    return mirrored(this.form, this.live.board!.cells, this.pieces);
  }

  // The board

  /** The server's scene, or an approximation of it until the server has drawn the changed set-up. */
  readonly scene = $derived.by<SceneView | null>(() => {
    const { serverScene, form } = this;
    if (!serverScene || !this.pieces.length) return null;
    if (this.text === this.serverText) return serverScene;
    const own = new Set(form.cells);
    const standing = this.pieces.flatMap((kind, n) => {
      const face = this.faces.get(kind);
      return face ? [{ ...face, cell: form.cells[n]! }] : [];
    });
    const named = standing.map((piece) => [piece.cell, `${piece.cell}, ${piece.name}`]);
    return {
      ...serverScene,
      pieces: [...serverScene.pieces.filter((piece) => !own.has(piece.cell)), ...standing],
      names: { ...this.live.state!.scene.names, ...Object.fromEntries(named) },
    };
  });
  readonly marks = $derived.by<Mark[]>(() =>
    this.held && "cell" in this.held ? [{ kind: "selected", cell: this.held.cell }] : [],
  );
  readonly liftable = $derived.by<Set<string>>(() => new Set(this.open ? this.form.cells : []));

  // Editing

  touch(cell: string, how: string): void {
    const [at, held] = [this.form.cells.indexOf(cell), this.held];
    if (!this.open || at < 0) this.held = null;
    else if (how === "lift" || !held) this.held = { cell };
    else if ("kind" in held) this.put(at, held.kind);
    else {
      this.held = null;
      if (held.cell !== cell) this.swap(held.cell, cell);
    }
  }

  /** Swap two pieces; false if one of the cells is not part of the set-up. */
  swap(one: string, other: string): boolean {
    const [from, to] = [this.form.cells.indexOf(one), this.form.cells.indexOf(other)];
    if (from < 0 || to < 0) return false;
    this.change(swapped(this.pieces, from, to));
    return true;
  }

  /** Put a kind from the tray on the selected cell, or select the kind. */
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
    this.readyWhenAllSeated = false;
    clearTimeout(this.timer);
    if (!this.missing) this.timer = setTimeout(() => void this.check(), CHECK_DELAY);
  }

  private put(at: number, kind: string): void {
    this.change(placed(this.pieces, at, kind));
    const more = this.missing > 0 && (unplaced(this.form, this.pieces).get(kind) ?? 0) > 0;
    this.held = more ? { kind } : null;
  }

  // Requests

  /** Take a set-up from the server, with the problems of one that it checked. False if it cannot be read. */
  async ask(wish: SetupRequest): Promise<boolean> {
    clearTimeout(this.timer);
    this.readyWhenAllSeated = false;
    const answer = await this.request(wish);
    if (!answer || !this.live.state?.setup) return false;
    const pieces = split(this.form, answer.setup);
    if (!this.form.cells.length) this.opaqueText = answer.setup;
    else if (pieces.length === this.form.cells.length) this.pieces = pieces;
    this.problems = problemTexts(answer);
    this.library = Object.entries(answer.library);
    if (!answer.problems.length) this.learnFaces(pieces, answer.scene);
    return true;
  }

  use(text: string): Promise<boolean> {
    return this.ask({ ask: "check", setup: withoutSpaces(text) });
  }

  /** Seal the set-up, now or as soon as all seats are taken. */
  async ready(): Promise<void> {
    this.held = null;
    this.readyWhenAllSeated = !this.live.can("ready");
    if (this.readyWhenAllSeated) return;
    const setup = this.text;
    try {
      await this.live.ask("ready", { setup });
      if (this.live.seats.length === 1) saveLastSetup(this.live.welcome!.game, setup);
    } catch (error) {
      this.problems = [(error as Error).message];
    }
  }

  /** Let the server check the set-up; ignore the answer if it has changed meanwhile. */
  private async check(): Promise<void> {
    const setup = this.text;
    const answer = await this.request({ ask: "check", setup });
    if (!answer || !this.open || this.text !== setup) return;
    this.problems = problemTexts(answer);
    if (!answer.problems.length) this.learnFaces(this.pieces, answer.scene);
  }

  private async request(wish: SetupRequest): Promise<SetupAnswer | null> {
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
    this.serverText = join(this.form, pieces);
    this.serverScene = scene;
  }
}

function problemTexts(answer: SetupAnswer): string[] {
  return answer.problems.map((problem) => problem.text);
}
