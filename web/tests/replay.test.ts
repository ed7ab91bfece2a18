import { describe, expect, test } from "vitest";
import { decisionFrames, evaluation, frameAt, listFrames, parseRecord } from "../src/finished/replay";
import type { Judgement } from "../src/net/protocol";

const RECORD = [
  { caserne: 1, game: "some", options: { size: 3 }, players: ["Ann", "Bob"], date: "2026-01-01" },
  { event: "table", act: "seal", seat: 1 },
  { event: "table", act: "seal", seat: 0 },
  { event: "action", seat: 0, move: "SETUP" },
  { event: "action", seat: 1, move: "SETUP" },
  { event: "action", seat: 0, move: "a" },
  { event: "table", act: "offer", seat: 1, what: "draw" },
  { event: "chance", move: "6" },
  { event: "action", seat: 1, move: "b" },
  { event: "table", act: "take-back", seat: 1, to: 7 },
  { event: "action", seat: 1, move: "c" },
  { event: "table", act: "reveal", seat: 0 },
  { end: { by: "XX-1", returns: [1, -1] } },
]
  .map((line) => JSON.stringify(line))
  .join("\n");

const { header, events } = parseRecord(RECORD + "\n");
const shown = listFrames(events);

test("a record is a header and numbered events", () => {
  expect(header.game).toBe("some");
  expect(events.map((event) => event.number)).toEqual([...Array(11).keys()]);
});

describe("frames", () => {
  test("begin after the set-ups, leave out what changes nothing, and end at the end", () => {
    expect(shown.map((frame) => frame.step)).toEqual([4, 5, 7, 8, 9, 11]);
    expect(shown.map((frame) => frame.event?.move ?? frame.event?.act ?? null)).toEqual([null, "a", "6", "b", "take-back", "c"]);
  });

  test("are found by the step of a shared link", () => {
    expect([0, 4, 5, 6, 7, 11, 99].map((step) => frameAt(shown, step))).toEqual([0, 0, 1, 1, 2, 5, 5]);
  });

  test("a match without a move has one", () => {
    expect(listFrames([])).toEqual([{ step: 0, event: null }]);
  });
});

test("a review speaks of the moves that stand; each is shown before it was made", () => {
  expect(decisionFrames(shown, events)).toEqual([0, 4]);
});

test("the graph is drawn for the first seat, midway between what the two think", () => {
  const judged = (seat: number, value: number): Judgement => ({ number: 1, seat, move: "", value, best: "", cells: [], way: [], loss: 0, line: [], verdict: "good" });
  expect(evaluation([judged(0, 0.5), judged(1, 0.5), judged(1, -0.2)])).toEqual([0.5, 0, -0.15]);
});
