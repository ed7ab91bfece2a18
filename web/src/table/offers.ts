// What became of the offers that the viewer made.

import type { EventView } from "../net/protocol";

export interface OfferAnswer {
  what: string;
  /** The seat that declined; null if the others played on without an answer. */
  declinedBy: number | null;
}

/** The answer to the last offer of these seats, until one of them acts again; null if it was accepted or is still open. */
export function answerToOffer(events: readonly EventView[], seats: readonly number[]): OfferAnswer | null {
  const offered = events.findLastIndex((event) => event.act === "offer" && isOf(event, seats));
  if (offered < 0) return null;
  const since = events.slice(offered + 1);
  if (since.some((event) => event.act === "accept" || (event.event === "action" && isOf(event, seats)))) return null;
  const what = events[offered]!.what!;
  const declined = since.find((event) => event.act === "decline" && !isOf(event, seats));
  if (declined) return { what, declinedBy: declined.seat };
  return since.some((event) => event.event === "action") ? { what, declinedBy: null } : null;
}

function isOf(event: EventView, seats: readonly number[]): boolean {
  return event.seat !== null && seats.includes(event.seat);
}
