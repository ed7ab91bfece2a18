/// <reference lib="webworker" />
// The service worker: caches the built client and rulebooks, and nothing of a match.

import { handling } from "./handling";

declare const self: ServiceWorkerGlobalScope;
/** The files of this build and a name that changes with them; vite.config.ts writes them in. */
declare const BUILT_FILES: string[];
declare const BUILT_NAME: string;

const CLIENT = `client-${BUILT_NAME}`;
const RULES = "rules";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CLIENT).then((cache) => cache.addAll(BUILT_FILES)));
  void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOlderCaches().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  switch (handling(request.method, request.mode, url.pathname, BUILT_FILES)) {
    case "kept":
      event.respondWith(caches.match(url.pathname).then((found) => found ?? fetch(request)));
      break;
    case "fresh":
      event.respondWith(fetchFirst(request));
      break;
    case "page":
      event.respondWith(fetch(request).catch(async () => (await caches.match("/")) ?? Response.error()));
      break;
  }
});

/** The server's answer, or the cached one if it is unreachable. */
async function fetchFirst(request: Request): Promise<Response> {
  const cache = await caches.open(RULES);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request.url, response.clone());
    return response;
  } catch {
    return (await cache.match(request.url)) ?? Response.error();
  }
}

async function deleteOlderCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CLIENT && name !== RULES).map((name) => caches.delete(name)));
}
