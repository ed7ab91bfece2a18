// A small router: find the page of an address, and follow links without a reload.

import type { Component } from "svelte";

export interface Page {
  /** A path with named parameters: /match/:match. */
  path: string;
  load: () => Promise<{ default: Component<Record<string, string>> }>;
}

export interface FoundPage {
  page: Page;
  params: Record<string, string>;
}

export const currentUrl = $state({ path: location.pathname, query: new URLSearchParams(location.search) });

export function findPage(pages: readonly Page[], path: string): FoundPage | null {
  for (const page of pages) {
    const params = pathParams(page.path, path);
    if (params) return { page, params };
  }
  return null;
}

export function pathParams(pattern: string, path: string): Record<string, string> | null {
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

export function navigate(address: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  updateUrl();
  scrollTo(0, 0);
}

/** Follow links within the site without a reload. */
export function startRouter(): void {
  addEventListener("popstate", updateUrl);
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a");
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
    if (link.pathname === location.pathname && link.hash) return;
    event.preventDefault();
    navigate(link.href);
  });
}

function updateUrl(): void {
  currentUrl.path = location.pathname;
  currentUrl.query = new URLSearchParams(location.search);
}
