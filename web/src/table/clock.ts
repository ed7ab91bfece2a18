// Clock arithmetic and texts.

import type { ClocksView } from "../net/protocol";

/** Milliseconds that a seat has left at a time of the server's clock; null without a clock. */
export function timeLeft(clocks: ClocksView, seat: number, now: number): number | null {
  const left = clocks.seats[seat] ?? null;
  if (left === null) return null;
  const spent = clocks.running.includes(seat) ? Math.max(0, now - clocks.at) : 0;
  return Math.max(0, left - spent);
}

/** 9:58, 1:02:03; tenths below ten seconds; days for slow games. */
export function clockText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `0:0${Math.floor(seconds)}.${Math.floor((seconds % 1) * 10)}`;
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  if (days) return `${days} j ${two(hours)}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

export const MINUTE = 60_000;
const UNITS: [unit: string, minutes: number][] = [["day", 1440], ["hour", 60], ["minute", 1]];

/** A length of time in its largest unit, from a minute up. */
export function durationText(milliseconds: number, lang: string): string {
  const minutes = Math.max(1, milliseconds / MINUTE);
  const [unit, length] = UNITS.find(([, least]) => minutes >= least)!;
  return new Intl.NumberFormat(lang, { style: "unit", unit, unitDisplay: "short" }).format(Math.floor(minutes / length));
}
