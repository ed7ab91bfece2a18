// A lesson that goes on: where the board stands, what is to be done next, and what the last try led to.

import { api, type ApiError } from "../net/api";
import type { Art, DrawnBoard, ErrorView, LessonAnswer, LessonStep, Tried } from "../net/protocol";
import { stillness } from "../state/settings.svelte";
import { play as sound } from "../ui/sound";
import { Refused } from "../live/match.svelte";
import type { Playable } from "../table/hand.svelte";

/** How long one sees one's own move before the others answer, in milliseconds. */
const PAUSE = 900;

export class Trial implements Playable {
  board = $state.raw<DrawnBoard | null>(null);
  state = $state.raw<Tried | null>(null);
  /** The number of the step; as many as there are steps when all is done. */
  number = $state(0);
  /** What the last step led to, and what a rule said to it. */
  told = $state("");
  ruled = $state.raw<ErrorView | null>(null);
  /** A move that is allowed but not what was asked for. */
  astray = $state("");
  /** The next step begins elsewhere, when the learner is ready. */
  pausing = $state(false);
  problem = $state("");

  private position = "";
  private moves: string[] = [];
  private busy = $state(false);

  constructor(
    private readonly game: string,
    readonly lesson: LessonAnswer,
  ) {}

  get seat(): number {
    return this.lesson.seat;
  }
  get step(): LessonStep | null {
    return this.pausing || !this.board ? null : (this.lesson.steps[this.number] ?? null);
  }
  get over(): boolean {
    return this.number === this.lesson.steps.length;
  }
  /** Whether a die is to be rolled now; it falls as the lesson needs it. */
  get rolls(): boolean {
    return this.step !== null && !this.busy && this.state?.actor === "chance";
  }

  can(what: string): boolean {
    return what === "move" && this.step !== null && !this.busy && this.state?.actor === this.seat;
  }

  async start(): Promise<void> {
    this.number = 0;
    this.told = "";
    this.ruled = null;
    this.astray = "";
    await this.guarded(async () => {
      const { options, seat } = this.lesson;
      const art = this.board?.art ?? (await api.post<Art>(`/games/${this.game}/art`, { options, seat }));
      await this.begin();
      this.board = { ...this.state!.board, art };
    });
  }

  async play(move: string): Promise<void> {
    const step = this.step!;
    if (step.refused_by || !step.moves.includes(move)) {
      this.astray = move;
      return;
    }
    await this.guarded(() => this.make(step, move));
  }

  async roll(): Promise<void> {
    await this.play(this.step!.moves[0]!);
  }

  /** Touched cells that mean no legal move: the server says why, and that may be the very lesson. */
  async consider({ cells }: { cells: string[] }): Promise<void> {
    const { refused } = await this.ask({ cells }).catch((error: ApiError) => ({ refused: error.fault }));
    if (!refused) return;
    const step = this.step;
    if (step?.refused_by && refused.rules?.some((rule) => rule.id === step.refused_by)) {
      sound("refused");
      this.next(step, refused);
    } else throw new Refused(refused);
  }

  async goOn(): Promise<void> {
    await this.guarded(async () => {
      await this.begin();
      this.pausing = false;
      this.told = "";
      this.ruled = null;
    });
  }

  private async begin(): Promise<void> {
    const { position } = this.lesson.steps[this.number]!;
    if (position) [this.position, this.moves] = [position, []];
    this.state = await this.ask();
  }

  private async make(step: LessonStep, move: string): Promise<void> {
    this.moves = [...this.moves, move];
    this.state = await this.ask();
    sound("move");
    if (step.replies.length) {
      await new Promise((resolve) => setTimeout(resolve, stillness() ? 0 : PAUSE));
      this.moves = [...this.moves, ...step.replies];
      this.state = await this.ask();
      sound("move");
    }
    this.next(step, null);
  }

  private next(step: LessonStep, refused: ErrorView | null): void {
    this.astray = "";
    this.told = step.then;
    this.ruled = refused;
    this.number += 1;
    this.pausing = Boolean(this.lesson.steps[this.number]?.position);
    if (this.over) sound("end");
  }

  private ask(more: { cells?: string[] } = {}): Promise<Tried> {
    const { options, seat } = this.lesson;
    const { position, moves } = this;
    return api.post<Tried>(`/games/${this.game}/try`, { options, seat, position, moves, ...more });
  }

  /** One thing at a time; what goes wrong on the way is told. */
  private async guarded(act: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = "";
    this.astray = "";
    try {
      await act();
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}
