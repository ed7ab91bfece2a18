// Search in the rules of a game.

import type { RulebookAnswer } from "../net/protocol";

export type Rule = RulebookAnswer["sections"][number];

/** The rules that contain every word of a query, whatever its case and accents; all of them for an empty query. */
export function findRules(rules: readonly Rule[], query: string): Rule[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  return rules.filter((rule) => {
    const text = plain(`${rule.id} ${rule.title} ${rule.html.replace(/<[^>]*>/g, " ")}`);
    return words.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("’", "'");
}
