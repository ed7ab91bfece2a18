// What HTTP calls tell of games and matches; the server's OpenAPI description has the same.

import type { TableSeat } from "./protocol";

export type OptionValue = boolean | number | string;

export interface OptionForm {
  name: string;
  title: string;
  help: string;
  rule: string;
  kind: "switch" | "number" | "choice" | "text" | "board";
  default: OptionValue;
  choices: { value: string; title: string }[];
  least: number | null;
  most: number | null;
  /** The number that switches it off. */
  off: number | null;
}
export interface PresetForm {
  name: string;
  title: string;
  help: string;
  options: Record<string, OptionValue>;
}
/** Who I am. */
export interface Me {
  name: string;
  account: boolean;
  /** How long the games of a guest are kept. */
  guest_days: number;
}
export interface Session {
  id: string;
  device: string;
  seen: number;
  current: boolean;
}
/** A link that makes another device mine, once. */
export interface OtherDevice {
  url: string;
  qr: string;
  minutes: number;
  reachable: boolean;
  hint: string | null;
}
/** The title page of a game. */
export interface GameCardInfo {
  id: string;
  title: string;
  designer: string;
  publisher: string;
  year: number | null;
  seats: [number, number];
  minutes: number;
  age: number;
  luck: number;
  hidden: boolean;
  /** What the levels of the computer are called, the weakest first. */
  levels: string[];
  /** How many lessons its room teaches. */
  lessons: number;
  /** Whether people can paint boards for it. */
  boards: boolean;
}
/** Everything that one can choose before a match. */
export interface GamePage extends GameCardInfo {
  names: string[];
  /** The numbers of players, each with the options that lay such a table. */
  tables: { seats: number; options: Record<string, OptionValue> }[];
  options: OptionForm[];
  presets: PresetForm[];
  offers: string[];
  setups: Record<string, string>;
  has_setup: boolean;
}
/** What an invitation shows. */
export interface Invitation {
  match: string;
  url: string;
  reachable: boolean;
  hint: string | null;
  help: string | null;
  qr: string;
  /** Of the board it is played on, where that is not the game's own. */
  picture: string | null;
  game: string;
  title: string;
  host: string;
  state: "open" | "playing" | "over";
  changed: { name: string; title: string; value: OptionValue; choice: string | null }[];
  remarks: string[];
  seats: (TableSeat & { colour: string })[];
  mine: number[];
  free: number[];
  here: boolean;
}
/** A match in a list. */
export interface Listed {
  match: string;
  game: string;
  title: string;
  state: "open" | "playing" | "over";
  seats: (Pick<TableSeat, "name" | "level" | "title"> & { kind: string; free: boolean })[];
  mine: number[];
  my_turn: boolean;
  changed: number;
}
