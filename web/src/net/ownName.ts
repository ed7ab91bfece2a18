// The visitor's name: the one they chose in this browser, or else the one that the server gave them.

import { readStored, writeStored } from "../state/settings.svelte";
import { api } from "./api";
import type { Me } from "./protocol";

const STORED = "caserne.name";

export async function loadOwnName(): Promise<string> {
  return readStored(STORED, "") || (await api.get<Me>("/me")).name;
}

export async function saveOwnName(name: string): Promise<void> {
  await api.patch("/me", { name });
  rememberOwnName(name);
}

/** Keep a name in this browser that the server has got already. */
export function rememberOwnName(name: string): void {
  writeStored(STORED, name);
}
