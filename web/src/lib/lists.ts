// What HTTP calls list: games and matches.

import type { TableSeat } from "./protocol";

export interface OptionInfo {
  name: string;
  title: string;
  kind: "switch" | "number" | "choice" | "text";
  default: boolean | number | string;
  choices: { value: string; title: string }[];
  least: number;
  most: number;
  off: number | null;
  rule: string;
}
export interface PresetInfo {
  name: string;
  title: string;
  text: string;
  options: Record<string, unknown>;
  /** The names of the seats under these options. */
  seats: string[];
}
export interface GameInfo {
  id: string;
  title: string;
  text: string;
  seats: [number, number];
  minutes: number;
  age: number;
  luck: 0 | 1 | 2 | 3;
  hidden: boolean;
  designer: string;
  publisher: string;
  year: number | null;
  picture: string;
  presets: PresetInfo[];
  options: OptionInfo[];
  levels: number;
}
export interface MatchInfo {
  match: string;
  game: string;
  title: string;
  seats: (TableSeat & { colour: string })[];
  /** Seats that somebody may still take. */
  free: number[];
  /** Those that are mine. */
  mine: number[];
  state: "open" | "playing" | "over";
  host: string;
}
