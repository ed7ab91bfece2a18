// The page's title and icon, which show whose turn it is, and an alert at the start of a turn.

import { play } from "./sound";

let pageTitle = "Caserne";

export function setPageTitle(title: string): void {
  pageTitle = title ? `${title} · Caserne` : "Caserne";
  document.title = pageTitle;
}

export function showTurnInTitle(mine: boolean, words: string): void {
  document.title = mine ? `● ${words} · ${pageTitle}` : pageTitle;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = mine ? "/icon-turn.svg" : "/icon.svg";
}

export function alertTurn(): void {
  play("turn");
  if (document.visibilityState === "hidden") navigator.vibrate?.(120);
}
