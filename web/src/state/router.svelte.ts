// Pages by address, without a framework: links work as links, and the back button goes back.

import type { Component } from "svelte";

export interface Page {
  /** A path with names for its parts: /match/:match. */
  path: string;
  load: () => Promise<{ default: Component<Record<string, string>> }>;
}

export interface Found {
  page: Page;
  params: Record<string, string>;
}

export const here = $state({ path: location.pathname, query: new URLSearchParams(location.search) });

export function match(pages: readonly Page[], path: string): Found | null {
  for (const page of pages) {
    const params = paramsOf(page.path, path);
    if (params) return { page, params };
  }
  return null;
}

export function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split("/");
  const given = path.replace(/(?<=.)\/$/, "").split("/");
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [n, part] of wanted.entries()) {
    const value = given[n]!;
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}

export function go(address: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  arrive();
  scrollTo(0, 0);
}

/** Lets links within the site change the page without a reload. */
export function startRouter(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    go(link.href);
  });
}

function arrive(): void {
  here.path = location.pathname;
  here.query = new URLSearchParams(location.search);
}
