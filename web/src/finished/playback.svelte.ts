// Playback of a finished match: the current frame, the server's scenes, and a timer.

import { lang } from "../i18n/index.svelte";
import { api } from "../net/api";
import type { Art, DrawnBoard, EventView, ReplayStep } from "../net/protocol";
import { type FinishedRecord, frameAt, listFrames, parseRecord, type Frame } from "./replay";

/** How long each frame is shown during playback, in milliseconds. */
const STEP_TIME = 1000;

export class Playback {
  readonly record: FinishedRecord;
  readonly frames: Frame[];
  index = $state(0);
  shown = $state.raw<ReplayStep | null>(null);
  last = $state.raw<ReplayStep | null>(null);
  playing = $state(false);
  problem = $state("");

  private readonly steps = new Map<string, Promise<ReplayStep>>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    readonly match: string,
    record: string,
    readonly board: DrawnBoard,
    /** Whether the viewer played from the other side of the board. */
    readonly turned: boolean,
    step: number | null,
  ) {
    this.record = parseRecord(record);
    this.frames = listFrames(this.record.events);
    this.index = step === null ? this.frames.length - 1 : frameAt(this.frames, step);
  }

  /** Load what the first frame needs; `step` null: the end of the match. */
  static async load(match: string, step: number | null): Promise<Playback> {
    const record = await api.text(`/matches/${match}/record`);
    const { header, events } = parseRecord(record);
    const [art, first] = await Promise.all([
      api.post<Art>(`/games/${header.game}/art`, { options: header.options }),
      api.get<ReplayStep>(`/matches/${match}/replay?step=${events.length}`),
    ]);
    return new Playback(match, record, { ...first.board, art }, first.turned, step);
  }

  /** The events with the pieces that they showed, once those are loaded. */
  get events(): readonly EventView[] {
    return this.last?.events ?? this.record.events;
  }

  get frame(): Frame {
    return this.frames[this.index]!;
  }

  async showFrame(index: number): Promise<void> {
    this.index = Math.min(Math.max(index, 0), this.frames.length - 1);
    const wanted = this.frame.step;
    try {
      this.last ??= await this.fetch(this.frames.at(-1)!.step);
      const step = await this.fetch(wanted);
      if (this.frame.step !== wanted) return;
      this.shown = step;
      this.problem = "";
    } catch (error) {
      this.pause();
      this.problem = (error as Error).message;
    }
    const next = this.frames[this.index + 1];
    if (next) void this.fetch(next.step).catch(() => {});
  }

  play(): void {
    this.playing = true;
    const from = this.index === this.frames.length - 1 ? 0 : this.index + 1;
    void this.showFrame(from).then(() => this.scheduleNext());
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private scheduleNext(): void {
    if (!this.playing) return;
    if (this.index === this.frames.length - 1) return this.pause();
    this.timer = setTimeout(() => void this.showFrame(this.index + 1).then(() => this.scheduleNext()), STEP_TIME);
  }

  private fetch(step: number): Promise<ReplayStep> {
    const key = `${lang()} ${step}`;
    let found = this.steps.get(key);
    if (!found) {
      found = api.get<ReplayStep>(`/matches/${this.match}/replay?step=${step}`);
      found.catch(() => this.steps.delete(key));
      this.steps.set(key, found);
    }
    return found;
  }
}
