// What the server tells painters; see docs/protocol.md.

import type { Board, Scene } from "../lib/protocol";

export interface Paint {
  sign: string;
  title: string;
  opposite: string;
}
export interface Layer {
  title: string;
  paints: Paint[];
}
export interface Easel {
  game: string;
  title: string;
  option: string;
  name: string;
  rule: string;
  layers: Layer[];
  least: number;
  most: number;
  separator: string;
  ready: { title: string; text: string }[];
  /** Every text of a cell, drawn. */
  tiles: Record<string, string>;
  blank: string;
}
export interface Problem {
  rule: string;
  text: string;
  cells: string[];
  grave: boolean;
}
/** A board as it looks, and what is wrong with it. */
export interface Examined {
  text: string;
  problems: Problem[];
  playable: boolean;
  board: Board;
  scene: Scene;
}
export interface SharedBoard {
  board: string;
  game: string;
  title: string;
  author: string;
  mine: boolean;
  text: string;
  created: number;
  url: string;
  reachable: boolean;
  hint: string | null;
}
export type ListedBoard = Pick<SharedBoard, "board" | "game" | "title" | "text" | "created">;
