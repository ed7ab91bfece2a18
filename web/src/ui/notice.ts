// Telling somebody who looks elsewhere that it is their turn: title, icon, a sound, a short buzz.

import { play } from "./sound";

let base = "Caserne";

export function setTitle(title: string): void {
  base = title ? `${title} · Caserne` : "Caserne";
  document.title = base;
}

export function showTurn(mine: boolean, words: string): void {
  document.title = mine ? `● ${words} · ${base}` : base;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (icon) icon.href = mine ? "/icon-turn.svg" : "/icon.svg";
}

export function callToTurn(): void {
  play("turn");
  if (document.visibilityState === "hidden") navigator.vibrate?.(120);
}
