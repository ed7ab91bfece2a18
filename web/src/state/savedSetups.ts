// Set-ups saved in this browser, by game: those with a name, and the last one played.

import { readStored, writeStored } from "./settings.svelte";

export interface SavedSetup {
  name: string;
  setup: string;
}

const MAX_SETUPS = 60;
const LAST = ".last";

export function savedSetups(game: string): SavedSetup[] {
  return readStored<SavedSetup[]>(key(game), []);
}

/** Save a set-up under a name, the newest first; replace one of the same name. */
export function saveSetup(game: string, name: string, setup: string): SavedSetup[] {
  return store(game, [{ name, setup }, ...savedSetups(game).filter((one) => one.name !== name)].slice(0, MAX_SETUPS));
}

export function deleteSetup(game: string, name: string): SavedSetup[] {
  return store(
    game,
    savedSetups(game).filter((one) => one.name !== name),
  );
}

/** The games that have saved set-ups. */
export function gamesWithSetups(): string[] {
  const keys = Object.keys(localStorage).filter((name) => name.startsWith(key("")) && !name.endsWith(LAST));
  return keys.map((name) => name.slice(key("").length));
}

export function lastSetup(game: string): string {
  return readStored(key(game) + LAST, "");
}

export function saveLastSetup(game: string, setup: string): void {
  writeStored(key(game) + LAST, setup);
}

function store(game: string, setups: SavedSetup[]): SavedSetup[] {
  writeStored(key(game), setups);
  return setups;
}

function key(game: string): string {
  return `caserne.setups.${game}`;
}
