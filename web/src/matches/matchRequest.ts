// The parts of a request for a new match.

export type OpponentKind = "bot" | "friend" | "here";
type SeatRequest = "me" | "guest" | { bot: number };

export const TIMES = ["none", "5", "10", "20", "days"] as const;

/** The seats: the visitor first, then the opponents. */
export function seatRequests(how: OpponentKind, count: number, level: number): SeatRequest[] {
  const other: Record<OpponentKind, SeatRequest> = { bot: { bot: level }, friend: "guest", here: "me" };
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? "me" : other[how]));
}

/** Friends who were invited may write what they like; strangers choose from presets. */
export function chatKind(how: OpponentKind, open: boolean): "free" | "presets" {
  return how === "friend" && !open ? "free" : "presets";
}

export function range(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, n) => least + n);
}

export function timeControl(choice: string): { minutes: number; increment: number } | { days: number } | null {
  if (choice === "none") return null;
  return choice === "days" ? { days: 3 } : { minutes: Number(choice), increment: Number(choice) / 2 };
}
