// What rooms teach, as the server tells it.

import type { Board, Fault, LegalMove, Scene } from "../lib/protocol";

export interface LessonStep {
  say: string;
  /** The moves that do what is said, or that the rule refuses. */
  moves: string[];
  /** The rule one should run into; empty: a move is to be made. */
  refused_by: string;
  then: string;
  replies: string[];
  /** Where it begins; empty: where the last step ended. */
  position: string;
}
export interface Lesson {
  name: string;
  /** The rule one tries; empty for the first game. */
  rule: string;
  title: string;
  seat: number;
  options: Record<string, unknown>;
  steps: LessonStep[];
}
export interface Rulebook {
  title: string;
  introduction: string;
  sections: { id: string; title: string; html: string }[];
  closing: string;
}
/** A board without a match. */
export interface Tried {
  actor: number | string | null;
  legal: LegalMove[];
  warnings: Record<string, string[]>;
  refused: Fault | null;
  board: Omit<Board, "art">;
  scene: Scene;
}
