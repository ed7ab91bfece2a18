// The move that a player is entering: touched cells, the preview to confirm, and the last refusal.

import { startCells, choiceOf, touch, wayOf } from "../board/moveChoice";
import type { Equation, ErrorView, LegalMove, Mark, ShownMatch, Trail } from "../net/protocol";
import { type Confirm, settings } from "../state/settings.svelte";
import { play } from "../ui/sound";
import { Refused } from "../live/match.svelte";

/** What moves are entered for: a match, or the board of a lesson. */
export interface Playable {
  /** The player's seat. */
  readonly seat: number | null;
  readonly state: Pick<ShownMatch, "legal" | "warnings" | "scene"> | null;
  /** Whether moves can be entered now for the player's next turn. */
  readonly mayPremove?: boolean;
  can(what: string): boolean;
  /** Make a move; the promise rejects with `Refused` if it is not allowed. */
  play(move: string): Promise<unknown>;
  /** Ask what touched cells would mean; rejects with the reason if nothing. */
  consider(fields: { cells: string[] }): Promise<unknown>;
}

export interface Preview {
  move: LegalMove;
  warnings: string[];
}

export class MoveInput {
  touched = $state.raw<string[]>([]);
  preview = $state.raw<Preview | null>(null);
  /** Moves that share their cells, for the player to choose from. */
  choices = $state.raw<LegalMove[] | null>(null);
  refusal = $state.raw<{ fault: ErrorView; cells: string[] } | null>(null);
  /** Where a dragged piece was dropped, until the server has answered. */
  droppedAhead = $state.raw<{ from: string; to: string } | null>(null);
  /** The cell that is pointed at or focused: the way there is shown. */
  pointed = $state("");
  /** The cells of a move to make as soon as it is the player's turn. */
  premove = $state.raw<[from: string, to: string] | null>(null);

  constructor(private readonly game: Playable) {}

  readonly legal = $derived.by<LegalMove[]>(() => (this.game.can("move") ? (this.game.state?.legal ?? []) : []));

  /** Cells where a move can start, and the player's own pieces: for those that cannot move, the server says why. */
  readonly liftable = $derived.by<Set<string>>(() => {
    if (!this.legal.length && !this.planning) return new Set();
    const own = this.game.state!.scene.pieces.filter((piece) => piece.seat === this.game.seat);
    return startCells(this.legal).union(new Set(own.map((piece) => piece.cell)));
  });

  /** Whether touches are for the player's next turn. */
  private get planning(): boolean {
    return settings.premoves && !this.legal.length && (this.game.mayPremove ?? false);
  }

  /** The choice after the cells touched so far. */
  private readonly choice = $derived.by(() => choiceOf(this.legal, this.touched));

  /** Whether the touched cells start no move. */
  get hasNoTarget(): boolean {
    return this.touched.length > 0 && !this.choice.next.size && !this.choice.complete.length;
  }

  readonly marks = $derived.by<Mark[]>(() => {
    const marks: Mark[] = this.touched.map((cell) => ({ kind: "selected", cell }));
    if (this.preview) return marks;
    const refused = this.refusal?.cells.at(-1);
    if (refused) marks.push({ kind: "refused", cell: refused });
    if (this.touched.length) for (const cell of this.choice.next) marks.push({ kind: "target", cell });
    if (this.premove) marks.push({ kind: "reach", cell: this.premove[0] }, { kind: "reach", cell: this.premove[1] });
    return marks;
  });

  readonly trails = $derived.by<Trail[]>(() => {
    const move = this.preview?.move ?? this.pointedMove;
    const cells = move ? wayOf(move) : (this.premove ?? []);
    return cells.length > 1 ? [{ kind: "step", cells: [...cells] }] : [];
  });

  /** How far the touched piece may go. */
  readonly equation = $derived.by<Equation | undefined>(() => {
    const [touched] = this.touched;
    return this.game.state?.scene.equations.find(({ cell }) => cell === touched);
  });

  /** The move that would be made by touching the cell that is pointed at. */
  private get pointedMove(): LegalMove | undefined {
    if (!this.touched.length || !this.choice.next.has(this.pointed)) return undefined;
    return choiceOf(this.legal, [...this.touched, this.pointed]).complete[0];
  }

  touch(cell: string, how: string, pointer: string): void {
    if (this.preview?.move.cells.at(-1) === cell) return void this.confirm();
    this.premove = null;
    this.refusal = null;
    this.preview = null;
    this.choices = null;
    if (how === "lift") {
      this.touched = [cell];
      return;
    }
    if (this.planning) return this.plan(cell);
    const before = this.touched;
    const result = touch(this.legal, before, cell, this.isMine(cell));
    if (result.kind === "none") this.touched = [];
    else if (result.kind === "refused") void this.refuse(result.cells);
    else {
      this.touched = result.choice.touched;
      if (result.kind === "ask") this.choices = result.moves;
      if (result.kind === "chosen") {
        if (how === "drop") this.droppedAhead = { from: before[0]!, to: cell };
        this.choose(result.move, pointer);
      }
    }
  }

  /** Enter a move for the next turn: one of the player's pieces, then the cell where it is to go. */
  private plan(cell: string): void {
    const [from] = this.touched;
    this.touched = [];
    if (this.isMine(cell)) this.touched = from === cell ? [] : [cell];
    else if (from) this.premove = [from, cell];
  }

  /** Follow the match to its next version: make the premove if its turn has come and one legal move has its cells. */
  follow(): void {
    const wanted = this.premove;
    this.cancel();
    if (!wanted) return;
    if (!this.legal.length) {
      if (this.planning) this.premove = wanted;
      return;
    }
    const found = this.legal.filter(({ cells }) => cells.length === 2 && cells.every((cell, n) => cell === wanted[n]));
    if (found.length === 1) this.choose(found[0]!, "premove");
  }

  /** Make a move, or show its preview first if it needs a confirmation. */
  choose(move: LegalMove, pointer: string): void {
    this.choices = null;
    const warnings = this.game.state?.warnings[move.move] ?? [];
    if (warnings.length || this.wantsPreview(move, pointer)) this.preview = { move, warnings };
    else void this.send(move);
  }

  async confirm(): Promise<void> {
    const move = this.preview?.move;
    if (move) await this.send(move);
  }

  cancel(): void {
    this.touched = [];
    this.preview = null;
    this.choices = null;
    this.refusal = null;
    this.droppedAhead = null;
    this.premove = null;
  }

  /** Wait for a request, and show why it was refused if it was. */
  async attempt(request: Promise<unknown>): Promise<void> {
    this.refusal = null;
    try {
      await request;
    } catch (error) {
      this.fail(error, []);
    }
  }

  private async send(move: LegalMove): Promise<void> {
    this.preview = null;
    this.touched = [];
    try {
      await this.game.play(move.move);
    } catch (error) {
      this.fail(error, move.cells);
    } finally {
      this.droppedAhead = null;
    }
  }

  /** Ask the server why these cells are not a move. */
  private async refuse(cells: string[]): Promise<void> {
    if (!this.game.can("move")) return;
    this.touched = [];
    try {
      await this.game.consider({ cells });
    } catch (error) {
      this.fail(error, cells);
    }
  }

  private fail(error: unknown, cells: string[]): void {
    if (!(error instanceof Refused)) throw error;
    play("refused");
    this.refusal = { fault: error.fault, cells };
  }

  private isMine(cell: string): boolean {
    return (this.game.state?.scene.pieces ?? []).some((piece) => piece.cell === cell && piece.seat === this.game.seat);
  }

  private wantsPreview(move: LegalMove, pointer: string): boolean {
    return needsConfirmation(settings.confirm, pointer, this.isAttack(move));
  }

  /** Whether a move ends on another player's piece. */
  private isAttack(move: LegalMove): boolean {
    const end = move.cells.at(-1);
    const pieces = this.game.state?.scene.pieces ?? [];
    return pieces.some((piece) => piece.cell === end && piece.seat !== null && piece.seat !== this.game.seat);
  }
}

/** Whether a move made with this pointer is shown before it is played; a premove has been shown already. */
export function needsConfirmation(confirm: Confirm, pointer: string, attack: boolean): boolean {
  if (pointer === "premove") return false;
  if (pointer !== "touch") return confirm === "everywhere";
  return confirm === "everywhere" || confirm === "always" || (confirm === "attacks" && attack);
}
