// Set-ups that are kept in an account, for those who have one.

import { api } from "./api";
import { gamesKept, type KeptSetup, keptSetups } from "../state/savedSetups";
import type { KeptSetups } from "./protocol";

export const accountSetups = {
  list: (game: string) => api.get<KeptSetups>(`/me/setups?game=${game}`),
  keep: (game: string, kept: KeptSetup) => api.post("/me/setups", { game, ...kept }),
  forget: (game: string, name: string) => api.delete(`/me/setups?game=${game}&name=${encodeURIComponent(name)}`),
};

/** Those of this browser and of the account; of two with the same name the account's. */
export function together(here: readonly KeptSetup[], there: readonly KeptSetup[]): KeptSetup[] {
  const names = new Set(there.map((one) => one.name));
  return [...there, ...here.filter((one) => !names.has(one.name))];
}

/** Takes what this browser keeps into the account, the oldest first; what is called the same there stays. */
export async function bringSetups(): Promise<void> {
  try {
    for (const game of gamesKept()) await bring(game);
  } catch {
    // They stay in this browser all the same.
  }
}

async function bring(game: string): Promise<void> {
  const { setups } = await accountSetups.list(game);
  const names = new Set(setups.map((one) => one.name));
  for (const one of keptSetups(game).reverse()) if (!names.has(one.name)) await accountSetups.keep(game, one);
}
