import { expect, test } from "vitest";
import type { GuideEntry, Piece } from "../src/net/protocol";
import { captureMarks } from "../src/table/captureMarks";
import { countPieces, entriesAbout } from "../src/table/guide";

const piece = (cell: string, seat: number | null, symbol: string): Piece => ({ cell, seat, symbol, name: "", text: "", level: 0, marks: [] });
const captures = { cat: ["mouse"], mouse: [], dog: ["cat", "dog"] };

test("what a piece takes and what takes it is marked, whoever owns it; equals are both", () => {
  const pieces = [piece("a1", 0, "cat"), piece("b1", 0, "mouse"), piece("a9", 1, "mouse"), piece("b9", 1, "dog"), piece("c9", 1, "cat"), piece("d9", null, "cat")];
  const told = (cell: string): string[] => captureMarks(captures, pieces, cell).map((mark) => `${mark.kind} ${mark.cell}`);
  expect(told("a1")).toEqual(["prey a9", "threat b9"]);
  expect(told("c9")).toEqual(["prey b1"]);
  expect(told("e5")).toEqual([]);
  expect(captureMarks(captures, [piece("a1", 0, "dog"), piece("a2", 1, "dog")], "a1").map((mark) => mark.kind)).toEqual(["prey", "threat"]);
  expect(captureMarks({}, pieces, "a1")).toEqual([]);
});

test("a ground is explained with the mark on it", () => {
  const entries = ["earth", "water", "star"].map((key) => ({ kind: "ground", key, title: key, text: "" }) satisfies GuideEntry);
  expect(entriesAbout(entries, "earth_star").map(({ key }) => key)).toEqual(["earth", "star"]);
  expect(entriesAbout(entries, "water").map(({ key }) => key)).toEqual(["water"]);
});

test("pieces that differ by their number are counted together, for each owner", () => {
  const pieces = [piece("a1", 1, "soldier1"), piece("a2", 0, "soldier2"), piece("a3", 0, "soldier3"), piece("a4", null, "stone1"), piece("a5", 0, "spy")];
  expect(countPieces(pieces, "soldier1")).toEqual([{ seat: 0, count: 2 }, { seat: 1, count: 1 }]);
  expect(countPieces(pieces, "stone1")).toEqual([{ seat: null, count: 1 }]);
  expect(countPieces(pieces, "flag")).toEqual([]);
});
