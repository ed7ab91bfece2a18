// Hints against bots: the best move of a strong one, shown until the position changes.

import { guessesByCell } from "../board/guesses";
import { wayOf } from "../board/moveChoice";
import type { LiveMatch } from "../live/match.svelte";
import { api, ApiError } from "../net/api";
import type { EventView, Hint, Mark, Trail } from "../net/protocol";
import type { MoveInput } from "./moveInput.svelte";
import { playedMoves } from "./turns";

/** How many hints were given in a match, also for moves that were taken back. */
export function hintsGiven(events: readonly EventView[]): number {
  return events.filter((event) => event.act === "hint").length;
}

/** The way of a move, as an arrow. */
function arrow(kind: string, cells: readonly string[]): Trail[] {
  return cells.length > 1 ? [{ kind, cells: [...cells] }] : [];
}

export class Hints {
  /** Whether the server looks for a move. */
  busy = $state(false);
  private found = $state.raw<{ hint: Hint; moment: string } | null>(null);

  constructor(
    private readonly live: LiveMatch,
    private readonly moveInput: MoveInput,
  ) {}

  /** Whether this match has hints at all: one person plays against bots. */
  readonly offered = $derived.by(() => {
    const { live } = this;
    if (live.seats.length !== 1 || live.table?.state !== "playing") return false;
    return live.table.seats.every((seat, n) => n === live.seat || seat.level !== null);
  });

  /** Changes with every move, die, take-back, and step of an unfinished turn. */
  private readonly moment = $derived.by(() => {
    const { events, state } = this.live;
    return [...playedMoves(events).slice(-1), ...(state?.draft?.moves ?? [])].map((move) => (typeof move === "string" ? move : move.number)).join();
  });

  /** The hint for the position on the board. */
  readonly shown = $derived.by(() => (this.found?.moment === this.moment && !this.live.state?.result ? this.found.hint : null));
  readonly given = $derived.by(() => hintsGiven(this.live.events));

  readonly available = $derived.by(() => this.live.can("hint") && !this.busy && !this.shown);

  readonly trails = $derived.by<Trail[]>(() => {
    const hint = this.shown;
    if (!hint) return [];
    const others = hint.weighed.flatMap((other) => arrow("weighed", this.way(other)));
    return [...others, ...arrow("better", this.way(hint))];
  });

  /** What the bot takes hidden pieces for, by cell. */
  readonly guesses = $derived.by(() => guessesByCell(this.shown?.beliefs ?? []));

  readonly marks = $derived.by<Mark[]>(() => {
    const cells = this.shown?.cells ?? [];
    return cells.length === 1 ? [{ kind: "reach", cell: cells[0]! }] : [];
  });

  /** The cells that a move passes. */
  private way(move: Hint["weighed"][number]): readonly string[] {
    return wayOf(this.moveInput.legal.find((legal) => legal.move === move.move) ?? move);
  }

  async ask(): Promise<void> {
    if (!this.available) return;
    const { moment } = this;
    this.busy = true;
    try {
      const hint = await api.post<Hint>(`/matches/${this.live.id}/hint`, { version: this.live.state!.version });
      this.found = { hint, moment };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.moveInput.refusal = { fault: error.fault, cells: [] };
    } finally {
      this.busy = false;
    }
  }
}
