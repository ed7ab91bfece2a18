// The texts of chat lines.

import { has, t } from "../i18n/index.svelte";
import type { ChatLine } from "../net/protocol";

export function presetText(preset: string): string {
  const key = `chat.${preset}`;
  return has(key) ? t(key) : preset;
}

export function chatText(line: ChatLine): string {
  return line.preset ? presetText(line.preset) : (line.text ?? "");
}
