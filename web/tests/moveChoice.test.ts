import { describe, expect, test } from "vitest";
import { buttonMoves, choiceOf, touch } from "../src/board/moveChoice";
import type { LegalMove } from "../src/net/protocol";

const move = (text: string, label?: string): LegalMove => ({
  move: text,
  cells: text.includes("-") ? text.replace("*", "").split("-") : [],
  ...(label ? { label } : {}),
});
const LEGAL = [move("a1-a2"), move("a1-b1"), move("c3-c4", "take"), move("c3-c4*", "keep"), move("d1-d2"), move("d1-d2-d3"), move("pass")];

describe("touching cells", () => {
  test("the first touch selects and shows where one can go", () => {
    const outcome = touch(LEGAL, [], "a1", true);
    expect(outcome.kind).toBe("choosing");
    expect(choiceOf(LEGAL, ["a1"]).next).toEqual(new Set(["a2", "b1"]));
  });

  test("the last touch chooses the move", () => {
    expect(touch(LEGAL, ["a1"], "b1", false)).toMatchObject({ kind: "chosen", move: { move: "a1-b1" } });
  });

  test("moves that share their cells are asked for by name", () => {
    const outcome = touch(LEGAL, ["c3"], "c4", false);
    expect(outcome.kind === "ask" && outcome.moves.map((one) => one.label)).toEqual(["take", "keep"]);
  });

  test("a move that could go on is asked for too", () => {
    expect(touch(LEGAL, ["d1"], "d2", false)).toMatchObject({ kind: "ask", moves: [{ move: "d1-d2" }] });
  });

  test("touching the selected cell again lets go", () => {
    expect(touch(LEGAL, ["a1"], "a1", true)).toEqual({ kind: "none" });
  });

  test("another piece of one's own is selected instead", () => {
    expect(touch(LEGAL, ["a1"], "c3", true)).toMatchObject({ kind: "choosing", choice: { touched: ["c3"] } });
  });

  test("a piece that cannot move can be selected, and then hears why", () => {
    expect(touch(LEGAL, [], "h8", true)).toMatchObject({ kind: "choosing", choice: { touched: ["h8"], complete: [] } });
    expect(touch(LEGAL, ["h8"], "h7", false)).toEqual({ kind: "refused", cells: ["h8", "h7"] });
  });

  test("an end that is not legal is refused with both cells", () => {
    expect(touch(LEGAL, ["a1"], "a5", false)).toEqual({ kind: "refused", cells: ["a1", "a5"] });
  });

  test("a free cell without anything selected means nothing", () => {
    expect(touch(LEGAL, [], "a5", false)).toEqual({ kind: "none" });
  });

  test("moves without cells are buttons", () => {
    expect(buttonMoves(LEGAL).map((one) => one.move)).toEqual(["pass"]);
  });
});
