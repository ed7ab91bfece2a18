import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import en from "../src/i18n/en.json";
import fr from "../src/i18n/fr.json";
import { frenchSpaces } from "../src/i18n/typography";

describe("French typography", () => {
  test.each([
    ["Temps : 3 min", "Temps\u00A0: 3 min"],
    ["à 12:30", "à 12:30"],
    ["« Prêt »", "«\u00A0Prêt\u00A0»"],
    ["Vraiment ? Oui !", "Vraiment\u202F? Oui\u202F!"],
    ["ici ; là", "ici\u202F; là"],
    ["l'ordinateur", "l’ordinateur"],
    ["95 %", "95\u00A0%"],
  ])("%s", (written, read) => expect(frenchSpaces(written)).toBe(read));
});

describe("catalogues", () => {
  test("have the same keys, and the same fields in each sentence", () => {
    expect(Object.keys(en)).toEqual(Object.keys(fr));
    for (const key of Object.keys(fr) as (keyof typeof fr)[]) expect([key, fields(en[key])]).toEqual([key, fields(fr[key])]);
  });

  test("French has spaces before high punctuation and no straight quotation marks", () => {
    for (const [key, entry] of Object.entries(fr))
      for (const text of texts(entry)) {
        expect([key, /\S[;!?]|\S:(\s|$)/.test(text)]).toEqual([key, false]);
        expect([key, text.includes('"')]).toEqual([key, false]);
      }
  });

  test("every sentence is used somewhere", () => {
    const sources = sourceTexts("src").join("\n");
    const made = [...sources.matchAll(/`([\w.]+\.)\$\{/g)].map((match) => match[1]!);
    const unused = Object.keys(fr).filter((key) => !sources.includes(`"${key}"`) && !made.some((start) => key.startsWith(start)));
    expect(unused).toEqual([]);
  });
});

type Entry = string | Record<string, string>;

function texts(entry: Entry): string[] {
  return typeof entry === "string" ? [entry] : Object.values(entry);
}

function fields(entry: Entry): string[] {
  return [...new Set(texts(entry).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
}

function sourceTexts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));
}
