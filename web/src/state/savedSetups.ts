// Set-ups that a visitor keeps in this browser, by game: some with a name, and the one that was played last.

import { read, write } from "./settings.svelte";

export interface KeptSetup {
  name: string;
  setup: string;
}

const MOST = 60;
const LAST = ".last";

export function keptSetups(game: string): KeptSetup[] {
  return read<KeptSetup[]>(key(game), []);
}

/** Keeps a set-up under a name, the newest first; the same name is written over. */
export function keepSetup(game: string, name: string, setup: string): KeptSetup[] {
  return store(game, [{ name, setup }, ...keptSetups(game).filter((one) => one.name !== name)].slice(0, MOST));
}

export function forgetSetup(game: string, name: string): KeptSetup[] {
  return store(
    game,
    keptSetups(game).filter((one) => one.name !== name),
  );
}

/** The games of which any are kept here. */
export function gamesKept(): string[] {
  const keys = Object.keys(localStorage).filter((name) => name.startsWith(key("")) && !name.endsWith(LAST));
  return keys.map((name) => name.slice(key("").length));
}

export function lastSetup(game: string): string {
  return read(key(game) + LAST, "");
}

export function rememberSetup(game: string, setup: string): void {
  write(key(game) + LAST, setup);
}

function store(game: string, setups: KeptSetup[]): KeptSetup[] {
  write(key(game), setups);
  return setups;
}

function key(game: string): string {
  return `caserne.setups.${game}`;
}
