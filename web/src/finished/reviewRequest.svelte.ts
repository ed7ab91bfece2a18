// A bot's review of a finished match, polled until it is done.

import { api } from "../net/api";
import type { Review } from "../net/protocol";

/** Milliseconds between two requests. */
const POLL_INTERVAL = 1500;

export class ReviewRequest {
  review = $state.raw<Review | null>(null);
  begun = $state(false);
  problem = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly match: string) {}

  begin(): void {
    this.begun = true;
    this.problem = "";
    void this.poll();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private async poll(): Promise<void> {
    try {
      this.review = await api.get<Review>(`/matches/${this.match}/review`);
      if (!this.review.done) this.timer = setTimeout(() => void this.poll(), POLL_INTERVAL);
    } catch (error) {
      this.begun = false;
      this.problem = (error as Error).message;
    }
  }
}
