// Install the service worker, which keeps the client and the rulebooks available offline.

import { api } from "../net/api";
import type { Card } from "../net/protocol";

/** How long after the first page the rules are fetched, in milliseconds. */
const RULES_DELAY = 4000;

export async function startOffline(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  try {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  } catch {
    return; // The client works without it.
  }
  setTimeout(() => void cacheRules().catch(() => {}), RULES_DELAY);
}

/** Read every rulebook once, so that the service worker caches it. */
async function cacheRules(): Promise<void> {
  for (const { id } of await api.get<Card[]>("/games"))
    for (const part of ["", "/rules", "/lessons"]) await api.get(`/games/${id}${part}`);
}
