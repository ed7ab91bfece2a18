// From choices of people to what the server is asked for.

export type How = "bot" | "friend" | "here";
type SeatRequest = "me" | "guest" | { bot: number };

export const TIMES = ["none", "5", "10", "20", "days"] as const;

/** Who sits where: me first, then whoever I play with. */
export function seatsFor(how: How, count: number, level: number): SeatRequest[] {
  const other: Record<How, SeatRequest> = { bot: { bot: level }, friend: "guest", here: "me" };
  return Array.from({ length: count }, (_, seat) => (seat === 0 ? "me" : other[how]));
}

export function range(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, n) => least + n);
}

export function timeOf(choice: string): { minutes: number; increment: number } | { days: number } | null {
  if (choice === "none") return null;
  return choice === "days" ? { days: 3 } : { minutes: Number(choice), increment: Number(choice) / 2 };
}
