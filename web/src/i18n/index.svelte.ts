// The texts of the interface: one JSON catalogue per language, loaded on demand, with typed keys.

import { changeSettings, settings } from "../state/settings.svelte";
import type fr from "./fr.json";
import { frenchSpaces } from "./typography";

export type Lang = "fr" | "en";
type Catalogue = typeof fr;
/** A sentence, or one for each plural that Intl knows. */
type Entry = string | { one: string; other: string };
export type Key = keyof Catalogue;
export type Fields = Record<string, string | number>;

export const LANGUAGES: Record<Lang, string> = { fr: "Français", en: "English" };

const catalogues = {
  fr: () => import("./fr.json"),
  en: () => import("./en.json"),
} satisfies Record<Lang, () => Promise<{ default: Catalogue }>>;

let words = $state.raw({} as Catalogue);
let current = $state<Lang>("fr");

export function lang(): Lang {
  return current;
}

export async function startLanguage(): Promise<void> {
  await load(settings.lang || preferred(navigator.languages));
}

export async function setLanguage(lang: Lang): Promise<void> {
  changeSettings({ lang });
  await load(lang);
}

/** The first known language that the browser asks for; English if it asks only for others. */
export function preferred(languages: readonly string[]): Lang {
  const known = languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (known as Lang | undefined) ?? (languages.length ? "en" : "fr");
}

/** The locale of dates and numbers: the browser's, if it is of this language. */
export function locale(lang: Lang, languages: readonly string[]): string {
  return languages.find((tag) => tag.toLowerCase().startsWith(lang)) ?? lang;
}

/** A sentence in the visitor's language; a field named `count` chooses the plural. */
export function t(key: Key, fields: Fields = {}): string {
  return fill(words[key] as Entry, fields, current);
}

export function fill(entry: Entry, fields: Fields, lang: Lang): string {
  const text = typeof entry === "string" ? entry : entry[plural(Number(fields.count), lang)];
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name] ?? "";
    return typeof value === "number" ? figure(value, lang) : value;
  });
  return lang === "fr" ? frenchSpaces(filled) : filled;
}

/** Whether a key that was made at run time exists. */
export function has(key: string): key is Key {
  return key in words;
}

export function figure(number: number, lang = current): string {
  return number.toLocaleString(locale(lang, navigator.languages));
}

export function date(at: number | string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(current, navigator.languages), style).format(new Date(at));
}

export function list(items: string[]): string {
  return new Intl.ListFormat(current).format(items);
}

function plural(count: number, lang: Lang): "one" | "other" {
  return new Intl.PluralRules(lang).select(count) === "one" ? "one" : "other";
}

async function load(lang: Lang): Promise<void> {
  words = (await catalogues[lang]()).default;
  current = lang;
  document.documentElement.lang = lang;
}
