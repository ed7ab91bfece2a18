import { describe, expect, it } from "vitest";
import type { LegalMove, SceneView } from "../src/net/protocol";
import { findCell, describeClocks, describeEvent, findMove, describePanel, describePieces, parseText, describeScores, type CommandWord } from "../src/table/spokenText";

const WORDS = {
  help: ["aide", "?"],
  moves: ["coups"],
  pieces: ["pièces", "mes pièces"],
  last: ["dernier", "dernier combat"],
} as unknown as Record<CommandWord, string[]>;

const board = {
  seats: ["Red", "Blue"].map((name) => ({ name, colour: "", shape: "" })),
  cells: ["a1", "b1"].map((id, x) => ({ id, x, y: 0, ground: "", width: 1, height: 1 })),
};
const piece = { cell: "", seat: 0, symbol: "s", name: "scout", text: "", level: 0, marks: [] };
const scene = {
  pieces: [
    { ...piece, cell: "b1" },
    { ...piece, cell: "a1", seat: 1 },
  ],
  panels: [{ title: "Prisoners of Red", text: "100 points", pieces: [], seat: 0 }],
  marks: [
    { kind: "last", cell: "a1" },
    { kind: "last", cell: "b1" },
  ],
  names: { a1: "a1, hidden piece (Blue)", b1: "b1, scout (Red)" },
} as unknown as SceneView;
const legal: LegalMove[] = [
  { move: "b1-a1", cells: ["b1", "a1"] },
  { move: "b1-a1*", cells: ["b1", "a1"], label: "Garder en bon état" },
  { move: "pass", cells: [], label: "Passer", act: "pass" },
];

describe("what is typed", () => {
  it("is known by its first word, with or without accents", () => {
    expect(parseText("Coups b1", WORDS)).toEqual({ word: "moves", rest: "b1" });
    expect(parseText(" mes  PIECES ", WORDS)).toEqual({ word: "pieces", rest: "" });
    expect(parseText("dernier combat", WORDS)).toEqual({ word: "last", rest: "combat" });
    expect(parseText("b1-a1", WORDS)).toEqual({ word: null, rest: "b1-a1" });
  });

  it("is a move by notation, by name, or by cells where those are enough", () => {
    expect(findMove(legal, "B1-A1")?.move).toBe("b1-a1");
    expect(findMove(legal, "garder en bon etat")?.move).toBe("b1-a1*");
    expect(findMove(legal, "passer")?.move).toBe("pass");
    expect(findMove(legal, "b1 a1")).toBeUndefined();
    expect(findMove(legal.slice(0, 1), "b1 a1")?.move).toBe("b1-a1");
  });

  it("is a cell whichever way it is written", () => {
    expect(findCell(board, " B1")).toBe("b1");
    expect(findCell(board, "z9")).toBeUndefined();
  });
});

describe("what is answered", () => {
  it("names pieces, moves and points", () => {
    expect(describePieces(scene, board, 0)).toEqual(["b1, scout (Red)"]);
    expect(describeEvent({ number: 1, event: "action", seat: 0, move: "a1-b1" }, board, scene)).toBe("Red – a1-b1. b1, scout (Red)");
    expect(describeScores(scene, board, null)).toEqual(["Prisoners of Red – 100 points"]);
    expect(describeScores(scene, board, { by: "", returns: [1, -1], scores: [3, 2], events: 9, text: "", tally: [] })).toEqual(["Red – 3", "Blue – 2"]);
  });

  it("counts pieces of one kind", () => {
    expect(describePanel({ title: "Lost", text: "", pieces: [piece, piece], seat: 0 })).toBe("Lost – 2 × scout");
  });

  it("reads clocks that somebody has", () => {
    expect(describeClocks({ seats: [61_000, null], running: [0], at: 0 }, board, 1000)).toEqual(["Red – 1:00"]);
  });
});
