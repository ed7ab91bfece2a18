// Set-ups that are kept in an account, for those who have one.

import { api } from "./api";
import type { KeptSetup } from "./keptSetups";

export interface AccountSetups {
  account: boolean;
  setups: KeptSetup[];
}

export const accountSetups = {
  list: (game: string) => api.get<AccountSetups>(`/me/setups?game=${game}`),
  keep: (game: string, kept: KeptSetup) => api.post("/me/setups", { game, ...kept }),
  forget: (game: string, name: string) => api.delete(`/me/setups?game=${game}&name=${encodeURIComponent(name)}`),
};

/** Those of this browser and of the account; of two with the same name the account's. */
export function together(here: readonly KeptSetup[], there: readonly KeptSetup[]): KeptSetup[] {
  const names = new Set(there.map((one) => one.name));
  return [...there, ...here.filter((one) => !names.has(one.name))];
}
