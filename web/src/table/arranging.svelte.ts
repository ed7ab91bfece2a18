// The set-up somebody arranges before play: it begins complete, so that "ready" is one tap.

import { api } from "../lib/api";
import type { Scene } from "../lib/protocol";
import type { LiveMatch } from "../live/match.svelte";

interface Arranged {
  setup: string;
  scene: Scene;
}

export class Arranging {
  setup = $state("");
  scene = $state.raw<Scene | null>(null);
  problem = $state("");

  constructor(private readonly live: LiveMatch) {}

  /** Whether this viewer has a set-up to seal now. */
  get open(): boolean {
    return this.live.can("ready");
  }

  async ask(ask: "suggest" | "random" | "mirror"): Promise<void> {
    this.problem = "";
    const { game, options } = this.live.welcome!;
    const body = { options, seat: this.live.seat, ask, ...(this.setup ? { setup: this.setup } : {}) };
    try {
      const { setup, scene } = await api.post<Arranged>(`/games/${game}/setups`, body);
      this.setup = setup;
      this.scene = scene;
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  async ready(): Promise<void> {
    this.problem = "";
    try {
      await this.live.ask("ready", { setup: this.setup });
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
}
