// The visitor's settings in this browser, and access to local storage.

export type Theme = "system" | "light" | "dark";
export type Confirm = "everywhere" | "always" | "attacks" | "never";
export type BoardTheme = "wood" | "slate" | "print" | "contrast";
export type PieceSize = "small" | "normal" | "large";

export interface Settings {
  lang: "fr" | "en" | "";
  theme: Theme;
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  /** Which moves need a confirmation: all of them, or only on touch screens. */
  confirm: Confirm;
  /** Whether moves can be entered before one's turn. */
  premoves: boolean;
  /** Whether coordinates are shown around boards. */
  coordinates: boolean;
  pieceSize: PieceSize;
  /** The colours of boards and pieces. */
  boardTheme: BoardTheme;
  /** Roll dice automatically. */
  autoRoll: boolean;
}

const KEY = "caserne.settings";
const DEFAULTS: Settings = {
  lang: "",
  theme: "system",
  sound: true,
  volume: 0.6,
  confirm: "attacks",
  premoves: false,
  coordinates: true,
  pieceSize: "normal",
  boardTheme: "wood",
  autoRoll: false,
};

export const settings: Settings = $state({ ...DEFAULTS, ...readStored<Partial<Settings>>(KEY, {}) });

export function changeSettings(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  writeStored(KEY, $state.snapshot(settings));
  applyTheme();
}

export function applyTheme(): void {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

/** Whether animations should be left out. */
export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function readStored<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "") as T;
  } catch {
    return otherwise;
  }
}

export function writeStored(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage can be disabled; the client works without it.
  }
}
