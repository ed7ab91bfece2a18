// The points of a seat, as they are shown.

import { figure } from "../i18n/index.svelte";
import type { ShownMatch } from "../net/protocol";

export function scoreOf(result: ShownMatch["result"], seat: number): string | undefined {
  const points = result?.scores?.[seat];
  return points === undefined ? undefined : figure(points);
}
