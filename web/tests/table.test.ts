import { describe, expect, test } from "vitest";
import { seatRequests, timeControl } from "../src/matches/matchRequest";
import type { EventView, Panel } from "../src/net/protocol";
import { isAsGood } from "../src/table/annotations";
import { clockText, durationText, timeLeft } from "../src/table/clock";
import { groupPieces, isDie } from "../src/table/panels";
import { listTurns } from "../src/table/turns";

const action = (number: number, seat: number, move: string): EventView => ({ number, event: "action", seat, move });
const chance = (number: number, move: string): EventView => ({ number, event: "chance", seat: null, move });
const table = (number: number, act: string, more: Partial<EventView> = {}): EventView => ({ number, event: "table", seat: null, act, ...more });

describe("turns", () => {
  test("moves of one seat in a row are a turn, and a die belongs to the turn it begins", () => {
    const found = listTurns([action(0, 0, "a"), action(1, 0, "b"), chance(2, "6"), action(3, 1, "c"), chance(4, "1"), action(5, 1, "d")]);
    expect(found.map((turn) => [turn.seat, turn.moves.map((event) => event.move).join(" ")])).toEqual([[0, "a b"], [1, "6 c"], [1, "1 d"]]);
  });

  test("set-ups are no moves, and what was taken back is gone", () => {
    const events = [table(0, "seal", { seat: 0 }), action(1, 0, "SETUP"), action(2, 0, "a"), action(3, 1, "b"), table(4, "take-back", { to: 2 }), action(5, 0, "c")];
    expect(listTurns(events).map((turn) => turn.moves.map((event) => event.move))).toEqual([["c"]]);
  });
});

test("a weighed move is about as good within two points and a half, or if its value is higher", () => {
  expect([0.26, 0.2, 0.16, 0.14, -0.2].map((value) => isAsGood(value, 0.2))).toEqual([true, true, true, false, false]);
});

describe("clocks", () => {
  test("only running ones go down, and never below nothing", () => {
    const clocks = { seats: [60_000, 30_000, null], running: [0], at: 1000 };
    expect(timeLeft(clocks, 0, 11_000)).toBe(50_000);
    expect(timeLeft(clocks, 1, 11_000)).toBe(30_000);
    expect(timeLeft(clocks, 2, 11_000)).toBeNull();
    expect(timeLeft(clocks, 0, 99_000_000)).toBe(0);
  });

  test.each([
    [598_000, "9:58"],
    [3_723_000, "1:02:03"],
    [9_950, "0:09.9"],
    [0, "0:00.0"],
  ])("%i ms is %s", (time, text) => expect(clockText(time)).toBe(text));

  test("who is away is away for minutes, hours or days", () => {
    const [minute, hour] = [60_000, 3_600_000];
    const told = [30_000, 2.5 * minute, 3 * hour, 49 * hour].map((time) => durationText(time, "fr").replace(/\s/g, " "));
    expect(told).toEqual(["1 min", "2 min", "3 h", "2 j"]);
  });
});

test("a die is a single thing that belongs to nobody; equal pieces are counted", () => {
  const piece = (seat: number | null, symbol: string): Panel["pieces"][number] => ({ cell: "", seat, symbol, name: "", text: "", level: 0, marks: [] });
  const panel = (...pieces: Panel["pieces"]): Panel => ({ title: "", text: "", seat: 0, pieces });
  expect(isDie(panel(piece(null, "die3")))).toBe(true);
  expect(isDie(panel(piece(1, "gun")))).toBe(false);
  expect(isDie(panel(piece(null, "bonus")))).toBe(false);
  expect(groupPieces([piece(0, "gun"), piece(0, "spy"), piece(0, "gun")]).map((group) => group.count)).toEqual([2, 1]);
});

test("seats and times are asked for as the protocol has them", () => {
  expect(seatRequests("bot", 3, 4)).toEqual(["me", { bot: 4 }, { bot: 4 }]);
  expect(seatRequests("friend", 2, 4)).toEqual(["me", "guest"]);
  expect(seatRequests("here", 2, 4)).toEqual(["me", "me"]);
  expect([timeControl("none"), timeControl("10"), timeControl("days")]).toEqual([null, { minutes: 10, increment: 5 }, { days: 3 }]);
});
