// What hidden pieces may be, in words.

import { t } from "../i18n/index.svelte";
import type { Belief, Guess } from "../net/protocol";

export function percentText(chance: number): string {
  return t("percent", { number: Math.round(100 * chance) });
}

export function guessText(chances: readonly Guess[]): string {
  return chances.map(({ name, chance }) => t("guess", { name, percent: percentText(chance) })).join(", ");
}

export function guessesByCell(beliefs: readonly Belief[]): Record<string, Guess[]> {
  return Object.fromEntries(beliefs.map(({ cell, chances }) => [cell, chances]));
}
