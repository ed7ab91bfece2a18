// What the server says and hears, as docs/protocol.md has it.

export interface Seat {
  name: string;
  colour: string;
  shape: string;
}
export interface Cell {
  id: string;
  x: number;
  y: number;
  ground: string;
  width: number;
  height: number;
}
export interface Piece {
  cell: string;
  seat: number | null;
  symbol: string;
  name: string;
  text: string;
  level: number;
  marks: string[];
}
export interface Mark {
  kind: string;
  cell: string;
}
export interface Trail {
  kind: string;
  cells: string[];
}
export interface Panel {
  title: string;
  pieces: Piece[];
  text: string;
  seat: number | null;
}
/** Markup that the server draws once; see docs/web.md. */
export interface Art {
  cell: number;
  border: number;
  defs: string;
  front: string;
  back: string;
  seats: Emblem[];
}
/** What stands for a seat: a shape and its colours. */
export interface Emblem {
  outline: string;
  fill: string;
  line: string;
}
/** The parts of a scene that do not change in a match. */
export interface Board {
  width: number;
  height: number;
  seats: Seat[];
  cells: Cell[];
  states: Record<string, string>;
  title: string;
  art: Art;
}
/** The parts that do. */
export interface Scene {
  pieces: Piece[];
  panels: Panel[];
  marks: Mark[];
  trails: Trail[];
  status: string;
  turn: number | string | null;
  /** Who looks at it; null: a spectator. */
  seat: number | null;
  /** What each cell is called now: the place and what stands there. */
  names: Record<string, string>;
}

export interface LegalMove {
  move: string;
  cells: string[];
  label?: string;
  act?: string;
}
/** An unfinished turn; present from the start where a turn can take several moves. */
export interface Draft {
  moves: string[];
  can_undo: boolean;
  can_end: boolean;
}
export interface Clocks {
  seats: (number | null)[];
  running: number[];
  at: number;
}
export interface Offer {
  what: string;
  seat: number;
  terms: Record<string, number | string> | null;
  waits_for: number[];
}
/** A line of the record as this viewer learned of it. */
export interface MatchEvent {
  number: number;
  event: "action" | "chance" | "table";
  seat: number | null;
  /** Null for a set-up that stays sealed. */
  move?: string | null;
  /** What it showed, as (cell, what stands or stood there). */
  revealed?: [string, string][];
  /** The same as pieces to draw, or the die that fell. */
  pieces?: Piece[];
  /** What happened at the table, and for a take-back the event it goes back to. */
  act?: string;
  to?: number;
}
export interface Result {
  by: string;
  returns: number[];
  scores: number[] | null;
  /** How it ended, in a sentence. */
  text: string;
  /** How the scores add up. */
  tally: { title: string; points: number[] }[];
}
/** While set-ups are arranged: one's own, what it is made of, and who is ready. */
export interface SetupState {
  mine: string | null;
  ready: number[];
  cells: string[];
  /** The kinds of pieces, with the greatest number of each. */
  pieces: Record<string, number>;
  separator: string;
  empty: string;
}
export interface State {
  version: number;
  since: number;
  events: MatchEvent[];
  actor: number | string | null;
  /** Who throws the die that must fall now. */
  roller: number | null;
  waiting: number[];
  /** Whether seats see different things now. */
  hides: boolean;
  scene: Scene;
  position: string;
  legal: LegalMove[];
  warnings: Record<string, string[]>;
  draft: Draft | null;
  setup: SetupState | null;
  clocks: Clocks | null;
  offer: Offer | null;
  can: string[];
  result: Result | null;
}
export interface TableSeat {
  name: string;
  kind: "person" | "team" | "bot";
  /** The bot that plays, by level. */
  level: string | null;
  /** What that level is called. */
  title: string | null;
  short: string | null;
  left: boolean;
  /** How many people may still sit down here. */
  free: number;
  members: { name: string; online: boolean }[];
  online: boolean;
  offline_since: number | null;
}
export interface TableState {
  /** open: somebody is still to come. */
  state: "open" | "playing" | "over";
  seats: TableSeat[];
  watchers: number;
  rematch?: string | null;
  score?: number[] | null;
  /** What may be said: "presets", "free" or "off". */
  chat: string;
}
export interface ChatLine {
  number: number;
  seat: number | null;
  name: string;
  preset: string | null;
  text: string | null;
  at: number | string;
}
export interface Fault {
  code: string;
  text: string;
  field?: string;
  rules?: { id: string; text: string }[];
}

export interface Welcome {
  type: "welcome";
  protocol: number;
  match: string;
  game: string;
  options: Record<string, unknown>;
  seats: number[];
  looking: number | null;
  heartbeat: number;
  dice: string | null;
  chat: ChatLine[];
  table: TableState;
}
export interface Considered {
  type: "considered";
  id: string;
  move: string;
  warnings: string[];
  trails: Trail[];
  marks: Mark[];
}
export type ServerMessage =
  | Welcome
  | ({ type: "board" } & Board)
  | ({ type: "state" } & State)
  | ({ type: "table" } & TableState)
  | { type: "ack"; id: string; version: number }
  | { type: "refused"; id: string; error: Fault }
  | { type: "chat"; line: ChatLine }
  | ({ type: "draft"; id: string } & Partial<State>)
  | Considered
  | { type: "pong"; id?: string; at: number }
  | { type: "bye"; reason: string; error?: Fault };

export interface Request {
  type: string;
  id: string;
  [field: string]: unknown;
}
