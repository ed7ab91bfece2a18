// A bot's review of a finished match: asked for once, then looked at until it is done.

import { api } from "../net/api";
import type { Review } from "../net/protocol";

/** How often to look, in milliseconds. */
const PATIENCE = 1500;

export class Reviewing {
  review = $state.raw<Review | null>(null);
  begun = $state(false);
  problem = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly match: string) {}

  begin(): void {
    this.begun = true;
    this.problem = "";
    void this.look();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    try {
      this.review = await api.get<Review>(`/matches/${this.match}/review`);
      if (!this.review.done) this.timer = setTimeout(() => void this.look(), PATIENCE);
    } catch (error) {
      this.begun = false;
      this.problem = (error as Error).message;
    }
  }
}
