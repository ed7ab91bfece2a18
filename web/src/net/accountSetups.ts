// Set-ups saved in the visitor's account.

import { api } from "./api";
import { gamesWithSetups, type SavedSetup, savedSetups } from "../state/savedSetups";
import type { KeptSetups } from "./protocol";

export const accountSetups = {
  list: (game: string) => api.get<KeptSetups>(`/me/setups?game=${game}`),
  keep: (game: string, kept: SavedSetup) => api.post("/me/setups", { game, ...kept }),
  forget: (game: string, name: string) => api.delete(`/me/setups?game=${game}&name=${encodeURIComponent(name)}`),
};

/** The set-ups of the account and those of this browser; of two with the same name the account's. */
export function mergeSetups(here: readonly SavedSetup[], there: readonly SavedSetup[]): SavedSetup[] {
  const names = new Set(there.map((one) => one.name));
  return [...there, ...here.filter((one) => !names.has(one.name))];
}

/** Save this browser's set-ups in the account, the oldest first, but keep those of the account that have the same name. */
export async function uploadSetups(): Promise<void> {
  try {
    for (const game of gamesWithSetups()) await uploadSetupsOf(game);
  } catch {
    // They are still saved in this browser.
  }
}

async function uploadSetupsOf(game: string): Promise<void> {
  const { setups } = await accountSetups.list(game);
  const names = new Set(setups.map((one) => one.name));
  for (const one of savedSetups(game).reverse()) if (!names.has(one.name)) await accountSetups.keep(game, one);
}
