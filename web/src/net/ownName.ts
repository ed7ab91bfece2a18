// The visitor's name: the one they chose in this browser, and the one that the server has for them.

import { readStored, writeStored } from "../state/settings.svelte";
import { api } from "./api";
import type { Me } from "./protocol";

const STORED = "caserne.name";

/** The name that was chosen in this browser, or nothing. */
export function chosenName(): string {
  return readStored(STORED, "");
}

/** The name that others see until one chooses another. */
export async function loadGivenName(): Promise<string> {
  return (await api.get<Me>("/me")).name;
}

export async function saveOwnName(name: string): Promise<void> {
  await api.patch("/me", { name });
  rememberOwnName(name);
}

/** Keep a name in this browser that the server has got already. */
export function rememberOwnName(name: string): void {
  writeStored(STORED, name);
}
