// How far the visitor has come with each lesson, kept in this browser.

import type { LessonAnswer } from "../net/protocol";
import { readStored, writeStored } from "../state/settings.svelte";

const KEY = "caserne.lessons";

/** The number of completed steps by lesson. */
const reached = $state<Record<string, number>>(readStored(KEY, {}));

export function stepsDone(game: string, lesson: Pick<LessonAnswer, "name">): number {
  return reached[keyOf(game, lesson)] ?? 0;
}

export function isDone(game: string, lesson: Pick<LessonAnswer, "name" | "steps">): boolean {
  return stepsDone(game, lesson) >= lesson.steps.length;
}

/** How many of a game's lessons the visitor has completed; `steps` are the numbers of their steps. */
export function lessonsDone(game: string, steps: Record<string, number>): number {
  return Object.entries(steps).filter(([name, count]) => stepsDone(game, { name }) >= count).length;
}

/** Remember how far a lesson has come; one that was completed stays so. */
export function saveProgress(game: string, lesson: Pick<LessonAnswer, "name" | "steps">, steps: number): void {
  if (isDone(game, lesson)) return;
  reached[keyOf(game, lesson)] = steps;
  writeStored(KEY, $state.snapshot(reached));
}

function keyOf(game: string, lesson: Pick<LessonAnswer, "name">): string {
  return `${game}/${lesson.name}`;
}
