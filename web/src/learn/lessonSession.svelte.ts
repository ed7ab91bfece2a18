// A lesson in progress: its board, the current step, and the result of the last try.

import { api, type ApiError } from "../net/api";
import type { Art, DrawnBoard, ErrorView, LessonAnswer, LessonStep, Mark, Trail, Tried } from "../net/protocol";
import { prefersReducedMotion } from "../state/settings.svelte";
import { play as sound } from "../ui/sound";
import { Refused } from "../live/match.svelte";
import type { Playable } from "../table/moveInput.svelte";
import { saveProgress, stepsDone } from "./progress.svelte";

/** How long a move is shown before the replies, in milliseconds. */
const REPLY_DELAY = 900;

export class LessonSession implements Playable {
  board = $state.raw<DrawnBoard | null>(null);
  state = $state.raw<Tried | null>(null);
  /** The number of the current step; the number of steps at the end. */
  number = $state(0);
  /** The explanation of the last step, and the refusal if the step was to run into a rule. */
  explanation = $state("");
  refusedAsTaught = $state.raw<ErrorView | null>(null);
  /** A legal move that is not the one the step asks for. */
  otherMove = $state("");
  /** The next step has another position, and starts when the learner is ready. */
  waitsForLearner = $state(false);
  problem = $state("");

  private position = "";
  private moves: string[] = [];
  private busy = $state(false);

  constructor(
    private readonly game: string,
    readonly lesson: LessonAnswer,
    /** Whether every step shows what to do; a problem does not. */
    private readonly points = true,
  ) {}

  get seat(): number {
    return this.lesson.seat;
  }
  get step(): LessonStep | null {
    return this.waitsForLearner ? null : (this.lesson.steps[this.number] ?? null);
  }
  /** Whether something can be done now; the words of a step are shown before its board is. */
  private get ready(): boolean {
    return this.board !== null && !this.busy;
  }
  get over(): boolean {
    return this.number === this.lesson.steps.length;
  }
  /** Whether a die is to be rolled now; its result is the lesson's. */
  get canRoll(): boolean {
    return this.ready && this.step !== null && this.step.moves.length > 0 && this.state?.actor === "chance";
  }
  /** Whether the step is to be read, not played. */
  get isToRead(): boolean {
    return this.ready && this.step?.moves.length === 0;
  }
  get canBeShown(): boolean {
    return this.ready && this.step !== null && this.step.cells.length > 0;
  }
  /** The cells that the step is about: what to look at, and where its move begins and ends. */
  get marks(): Mark[] {
    if (!this.step || !this.ready || !this.points) return [];
    return [...this.step.look, ...this.step.cells].map((cell) => ({ kind: "reach", cell }));
  }
  get trails(): Trail[] {
    return this.step && this.ready && this.points ? this.step.trails : [];
  }

  can(what: string): boolean {
    return what === "move" && this.ready && this.step !== null && this.step.moves.length > 0 && this.state?.actor === this.seat;
  }

  /** Go on where the visitor stopped last time; from the beginning after the end. */
  resume(): Promise<void> {
    const done = stepsDone(this.game, this.lesson);
    return this.start(done < this.lesson.steps.length ? done : 0);
  }

  async start(number = 0): Promise<void> {
    this.number = number;
    this.explanation = "";
    this.refusedAsTaught = null;
    this.otherMove = "";
    this.waitsForLearner = false;
    [this.position, this.moves] = pathTo(this.lesson.steps, number);
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
      this.otherMove = move;
      return;
    }
    await this.guarded(() => this.make(step, [move]));
  }

  async roll(): Promise<void> {
    await this.play(this.step!.moves[0]!);
  }

  /** A step was read. */
  async read(): Promise<void> {
    const step = this.step!;
    await this.guarded(() => this.make(step, []));
  }

  /** Do what the step asks for. */
  async showMe(): Promise<void> {
    const step = this.step!;
    if (step.refused_by) await this.consider({ cells: step.cells }).catch(() => {});
    else await this.play(step.moves[0]!);
  }

  /** Ask the server why touched cells are not a legal move; the refusal may be what the step asks for. */
  async consider({ cells }: { cells: string[] }): Promise<void> {
    const { refused } = await this.ask({ cells }).catch((error: ApiError) => ({ refused: error.fault }));
    if (!refused) return;
    const step = this.step;
    if (step?.refused_by && refused.rules?.some((rule) => rule.id === step.refused_by)) {
      sound("refused");
      this.next(step, refused);
    } else throw new Refused(refused);
  }

  async continue(): Promise<void> {
    await this.guarded(async () => {
      await this.begin();
      this.waitsForLearner = false;
      this.explanation = "";
      this.refusedAsTaught = null;
    });
  }

  private async begin(): Promise<void> {
    const position = this.lesson.steps[this.number]?.position;
    if (position) [this.position, this.moves] = [position, []];
    this.state = await this.ask();
  }

  private async make(step: LessonStep, moves: string[]): Promise<void> {
    await this.advance(moves);
    if (moves.length && step.replies.length)
      await new Promise((resolve) => setTimeout(resolve, prefersReducedMotion() ? 0 : REPLY_DELAY));
    await this.advance(step.replies);
    this.next(step, null);
  }

  private async advance(moves: string[]): Promise<void> {
    if (!moves.length) return;
    this.moves = [...this.moves, ...moves];
    this.state = await this.ask();
    sound("move");
  }

  private next(step: LessonStep, refused: ErrorView | null): void {
    this.otherMove = "";
    this.explanation = step.then;
    this.refusedAsTaught = refused;
    this.number += 1;
    saveProgress(this.game, this.lesson, this.number);
    this.waitsForLearner = Boolean(this.lesson.steps[this.number]?.position);
    if (this.over) sound("won");
    // Nothing was said that the learner should read first.
    else if (this.waitsForLearner && !step.then) void this.continue();
  }

  private ask(more: { cells?: string[] } = {}): Promise<Tried> {
    const { options, seat } = this.lesson;
    const { position, moves } = this;
    return api.post<Tried>(`/games/${this.game}/try`, { options, seat, position, moves, ...more });
  }

  /** Run an action with `busy` set, and show its error. */
  private async guarded(act: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = "";
    this.otherMove = "";
    try {
      await act();
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }
}

/** The position from which a step is reached, and the moves that lead there. */
export function pathTo(steps: readonly LessonStep[], number: number): [position: string, moves: string[]] {
  let [position, moves] = ["", [] as string[]];
  for (const step of steps.slice(0, number)) {
    if (step.position) [position, moves] = [step.position, []];
    if (!step.refused_by) moves = [...moves, ...step.moves.slice(0, 1), ...step.replies];
  }
  return [position, moves];
}
