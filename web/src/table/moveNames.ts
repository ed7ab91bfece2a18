// What moves are called.

import { has, t } from "../i18n/index.svelte";
import type { LegalMove } from "../net/protocol";

export function moveName(move: LegalMove): string {
  const key = `act.${move.act}`;
  return move.label ?? (has(key) ? t(key) : move.move);
}
