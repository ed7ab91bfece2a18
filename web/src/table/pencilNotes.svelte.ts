// The player's private notes on pieces of others, saved in this browser only.

import type { LiveMatch } from "../live/match.svelte";
import { readStored, writeStored } from "../state/settings.svelte";

export class PencilNotes {
  private readonly key: string;
  private readonly notes = $state<Record<string, string>>({});

  constructor(private readonly live: LiveMatch) {
    this.key = `caserne.pencil.${live.id}${live.shared ? `.${live.looking}` : ""}`;
    this.notes = readStored(this.key, {});
  }

  /** The notes on pieces that still stand where they were written. */
  readonly shown = $derived.by(() => Object.fromEntries(Object.entries(this.notes).filter(([cell]) => this.canNote(cell))));

  on(cell: string): string {
    return this.notes[cell] ?? "";
  }

  /** Whether a piece of somebody else stands on this cell. */
  canNote(cell: string): boolean {
    const { looking, state } = this.live;
    const isOthers = (seat: number | null): boolean => seat !== null && looking !== null && seat !== looking;
    return state!.scene.pieces.some((piece) => piece.cell === cell && isOthers(piece.seat));
  }

  /** Write a note on a cell; an empty one erases it. */
  write(cell: string, text: string): void {
    if (text) this.notes[cell] = text;
    else delete this.notes[cell];
    writeStored(this.key, $state.snapshot(this.notes));
  }
}
