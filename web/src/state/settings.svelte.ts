// What a visitor chose for this browser, kept in local storage.

export type Theme = "system" | "light" | "dark";
export type Confirm = "always" | "attacks" | "never";

export interface Settings {
  lang: "fr" | "en" | "";
  theme: Theme;
  sound: boolean;
  /** On touch screens: which moves are shown before they are made. */
  confirm: Confirm;
  /** Dice fall by themselves. */
  autoRoll: boolean;
}

const KEY = "caserne.settings";
const DEFAULTS: Settings = {
  lang: "",
  theme: "system",
  sound: true,
  confirm: "attacks",
  autoRoll: false,
};

export const settings: Settings = $state({ ...DEFAULTS, ...read<Partial<Settings>>(KEY, {}) });

export function change(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  write(KEY, $state.snapshot(settings));
  applyTheme();
}

export function applyTheme(): void {
  if (settings.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}

/** Whether pieces should jump to their places instead of moving there. */
export function stillness(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function read<T>(key: string, otherwise: T): T {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "") as T;
  } catch {
    return otherwise;
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
