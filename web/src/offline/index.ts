// Once the client is on a device, its pages open without a line, and the rules can be read there.

import { api } from "../net/api";
import type { Card } from "../net/protocol";

/** How long after the first page the rules are fetched, in milliseconds: first things first. */
const PATIENCE = 4000;

export async function startOffline(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  } catch {
    return; // A browser that keeps nothing still plays.
  }
  setTimeout(() => void keepRules().catch(() => {}), PATIENCE);
}

/** Reads every rulebook once, so that the service worker has it. */
async function keepRules(): Promise<void> {
  for (const { id } of await api.get<Card[]>("/games"))
    for (const part of ["", "/rules", "/lessons"]) await api.get(`/games/${id}${part}`);
}
