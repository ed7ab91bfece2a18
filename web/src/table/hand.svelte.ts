// The hand of somebody who plays: what is touched, what waits for a yes, what was refused and why.

import { beginnings, considered, touch } from "../board/choose";
import type { ErrorView, LegalMove, Mark, ShownMatch, Trail } from "../net/protocol";
import { type Confirm, settings } from "../state/settings.svelte";
import { play } from "../ui/sound";
import { Refused } from "../live/match.svelte";

/** What a hand plays at: a match, or a board where one tries things. */
export interface Playable {
  /** The seat that plays. */
  readonly seat: number | null;
  readonly state: Pick<ShownMatch, "legal" | "warnings" | "scene"> | null;
  can(what: string): boolean;
  /** Makes a move; the promise breaks with `Refused` where that is not allowed. */
  play(move: string): Promise<unknown>;
  /** Asks what touched cells would mean, likewise. */
  consider(fields: { cells: string[] }): Promise<unknown>;
}

export interface Preview {
  move: LegalMove;
  warnings: string[];
}

export class Hand {
  touched = $state.raw<string[]>([]);
  preview = $state.raw<Preview | null>(null);
  /** Moves that share their cells: a sheet asks which. */
  asking = $state.raw<LegalMove[] | null>(null);
  refusal = $state.raw<{ fault: ErrorView; cells: string[] } | null>(null);
  /** Where a dragged piece was put down, until the server has answered. */
  ahead = $state.raw<{ from: string; to: string } | null>(null);

  constructor(private readonly live: Playable) {}

  readonly legal = $derived.by<LegalMove[]>(() => (this.live.can("move") ? (this.live.state?.legal ?? []) : []));

  /** Cells where a move can begin, and one's own pieces: who tries to move those hears why they stay. */
  readonly liftable = $derived.by<Set<string>>(() => {
    if (!this.legal.length) return new Set();
    const own = this.live.state!.scene.pieces.filter((piece) => piece.seat === this.live.seat);
    return beginnings(this.legal).union(new Set(own.map((piece) => piece.cell)));
  });

  /** What is touched, as the beginning of a move. */
  private readonly choice = $derived.by(() => considered(this.legal, this.touched));

  /** Whether what is touched has nowhere to go. */
  get stuck(): boolean {
    return this.touched.length > 0 && !this.choice.next.size && !this.choice.complete.length;
  }

  readonly marks = $derived.by<Mark[]>(() => {
    const marks: Mark[] = this.touched.map((cell) => ({ kind: "selected", cell }));
    if (this.preview) return marks;
    const refused = this.refusal?.cells.at(-1);
    if (refused) marks.push({ kind: "refused", cell: refused });
    if (this.touched.length) for (const cell of this.choice.next) marks.push({ kind: "target", cell });
    return marks;
  });

  readonly trails = $derived.by<Trail[]>(() => {
    const cells = this.preview?.move.cells ?? [];
    return cells.length > 1 ? [{ kind: "step", cells }] : [];
  });

  touch(cell: string, how: string, pointer: string): void {
    if (this.preview?.move.cells.at(-1) === cell) return void this.confirm();
    this.refusal = null;
    this.preview = null;
    this.asking = null;
    if (how === "lift") {
      this.touched = [cell];
      return;
    }
    const before = this.touched;
    const outcome = touch(this.legal, before, cell, this.isMine(cell));
    if (outcome.kind === "none") this.touched = [];
    else if (outcome.kind === "refused") void this.refuse(outcome.cells);
    else {
      this.touched = outcome.choice.touched;
      if (outcome.kind === "ask") this.asking = outcome.moves;
      if (outcome.kind === "chosen") {
        if (how === "drop") this.ahead = { from: before[0]!, to: cell };
        this.choose(outcome.move, pointer);
      }
    }
  }

  /** A move was named: it is made, or shown first where that is wanted. */
  choose(move: LegalMove, pointer: string): void {
    this.asking = null;
    const warnings = this.live.state?.warnings[move.move] ?? [];
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
    this.asking = null;
    this.refusal = null;
    this.ahead = null;
  }

  private async send(move: LegalMove): Promise<void> {
    this.preview = null;
    this.touched = [];
    try {
      await this.live.play(move.move);
    } catch (error) {
      this.fail(error, move.cells);
    } finally {
      this.ahead = null;
    }
  }

  /** Asks the server why nothing can be done with these cells. */
  private async refuse(cells: string[]): Promise<void> {
    if (!this.live.can("move")) return;
    this.touched = [];
    try {
      await this.live.consider({ cells });
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
    return (this.live.state?.scene.pieces ?? []).some((piece) => piece.cell === cell && piece.seat === this.live.seat);
  }

  private wantsPreview(move: LegalMove, pointer: string): boolean {
    if (pointer !== "touch") return false;
    return asksFirst(settings.confirm, this.isAttack(move));
  }

  /** Whether a move ends where a piece of somebody else stands. */
  private isAttack(move: LegalMove): boolean {
    const end = move.cells.at(-1);
    const pieces = this.live.state?.scene.pieces ?? [];
    return pieces.some((piece) => piece.cell === end && piece.seat !== null && piece.seat !== this.live.seat);
  }
}

export function asksFirst(confirm: Confirm, attack: boolean): boolean {
  return confirm === "always" || (confirm === "attacks" && attack);
}
