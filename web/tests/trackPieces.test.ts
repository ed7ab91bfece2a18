import { describe, expect, test } from "vitest";
import { trackPieces, type TrackedPiece } from "../src/board/trackPieces";
import type { Piece } from "../src/net/protocol";

const piece = (cell: string, seat: number | null, symbol = "man", level = 0): Piece => ({ cell, seat, symbol, name: "", text: "", level, marks: [] });
const keys = (pieces: TrackedPiece[]): number[] => pieces.map((one) => one.key);

describe("following pieces", () => {
  test("a piece that moves keeps its key and knows its path", () => {
    const before = trackPieces([], [piece("a1", 0), piece("b1", 0)], []);
    const trail = { kind: "jump", cells: ["a1", "a3"] };
    const after = trackPieces(before, [piece("a3", 0), piece("b1", 0)], [trail]);
    expect(keys(after)).toEqual(keys(before));
    expect(after.map((one) => one.path)).toEqual([trail, undefined]);
  });

  test("a piece that turns over in its place stays the same piece", () => {
    const before = trackPieces([], [piece("a1", 0, "man")], []);
    expect(keys(trackPieces(before, [piece("a1", 0, "king")], []))).toEqual(keys(before));
  });

  test("a piece that moves and turns over at once stays the same piece", () => {
    const before = trackPieces([], [piece("a1", 0, "man")], []);
    expect(keys(trackPieces(before, [piece("a2", 0, "king")], [{ kind: "step", cells: ["a1", "a2"] }]))).toEqual(keys(before));
  });

  test("a piece that is taken goes, and the one that took it keeps its key", () => {
    const before = trackPieces([], [piece("a1", 0), piece("a2", 1)], []);
    const after = trackPieces(before, [piece("a2", 0)], [{ kind: "step", cells: ["a1", "a2"] }]);
    expect(keys(after)).toEqual([before[0]!.key]);
  });

  test("those below stay when the topmost of a stack leaves", () => {
    const before = trackPieces([], [piece("a1", 0, "x", 0), piece("a1", 0, "y", 1)], []);
    const after = trackPieces(before, [piece("a1", 0, "x", 0), piece("b1", 0, "y", 0)], [{ kind: "step", cells: ["a1", "b1"] }]);
    expect(keys(after)).toEqual(keys(before));
  });

  test("something new has a new key", () => {
    const before = trackPieces([], [piece("a1", 0)], []);
    const after = trackPieces(before, [piece("a1", 0), piece("c1", 1)], []);
    expect(after[0]!.key).toBe(before[0]!.key);
    expect(after[1]!.key).not.toBe(before[0]!.key);
  });
});
