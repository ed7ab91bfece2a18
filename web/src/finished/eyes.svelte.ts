// A finished match through the eyes of one seat: what it saw of a step, and what a bot that knew no more would believe.

import { guessesByCell } from "../board/guesses";
import { lang } from "../i18n/index.svelte";
import { api } from "../net/api";
import type { Sight } from "../net/protocol";

export class Eyes {
  /** Whose eyes; null: everything is shown. */
  seat = $state<number | null>(null);
  sight = $state.raw<Sight | null>(null);
  problem = $state("");

  readonly guesses = $derived.by(() => guessesByCell(this.sight?.beliefs ?? []));

  private readonly sights = new Map<string, Promise<Sight>>();
  private wanted = "";

  constructor(private readonly match: string) {}

  /** Look at a step; what was seen before stays until it is loaded. */
  async look(step: number): Promise<void> {
    const key = (this.wanted = this.seat === null ? "" : `${lang()} ${this.seat} ${step}`);
    if (this.seat === null) {
      this.sight = null;
      return;
    }
    try {
      const sight = await this.fetch(key, step, this.seat);
      if (this.wanted !== key) return;
      this.sight = sight;
      this.problem = "";
    } catch (error) {
      if (this.wanted !== key) return;
      this.seat = null;
      this.problem = (error as Error).message;
    }
  }

  private fetch(key: string, step: number, seat: number): Promise<Sight> {
    let found = this.sights.get(key);
    if (!found) {
      found = api.get<Sight>(`/matches/${this.match}/sight?step=${step}&seat=${seat}`);
      found.catch(() => this.sights.delete(key));
      this.sights.set(key, found);
    }
    return found;
  }
}
