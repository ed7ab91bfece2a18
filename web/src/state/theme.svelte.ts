// Whether the page is dark now, by the visitor's setting or the system's.

import { settings } from "./settings.svelte";

const query = matchMedia("(prefers-color-scheme: dark)");
let night = $state(query.matches);
query.addEventListener("change", () => (night = query.matches));

export function isDark(): boolean {
  return settings.theme === "system" ? night : settings.theme === "dark";
}

/** Keep a class on the root, by which style sheets choose between pictures for the day and for the night. */
export function followTheme(): void {
  $effect(() => void document.documentElement.classList.toggle("night", isDark()));
}
