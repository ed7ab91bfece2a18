import { beforeEach, describe, expect, test, vi } from "vitest";
import { drafts, deleteDraft, saveDraft, newDraft } from "../src/boards/drafts";
import { paintCells, cellsReached, parseBoard, resizeBoard, type CellGrid, boardText } from "../src/boards/cellGrid";

const paint = (sign: string, opposite = sign) => ({ sign, title: sign, opposite });
const easel = {
  separator: "/",
  layers: [
    { title: "ground", paints: [paint("."), paint("~"), paint("J", "R"), paint("R", "J")] },
    { title: "star", paints: [paint("-"), paint("*")] },
  ],
};
const TEXT = "R-.-.-.-/.-~-~-.*/.-.-.-J-";
const sheet = parseBoard(easel, TEXT);
const water = { layer: 0, sign: "~" };

const shown = (painted: CellGrid): string => boardText(easel, painted);

describe("a sheet", () => {
  test("is text and cells alike", () => {
    expect([sheet.width, sheet.height]).toEqual([4, 3]);
    expect(sheet.cells[7]).toBe(".*");
    expect(shown(sheet)).toBe(TEXT);
  });

  test("keeps the other layers of a painted cell", () => {
    expect(paintCells(easel, sheet, [7], water, false).cells[7]).toBe("~*");
    expect(paintCells(easel, sheet, [5], { layer: 1, sign: "*" }, false).cells[5]).toBe("~*");
  });

  test("is painted on both sides at once, each with what faces the other", () => {
    const camp = paintCells(easel, sheet, [1], { layer: 0, sign: "R" }, true);
    expect(shown(camp)).toBe("R-R-.-.-/.-~-~-.*/.-.-J-J-");
  });

  test("grows above and to the right, and shrinks there", () => {
    const larger = resizeBoard(easel, sheet, 5, 4);
    expect(shown(larger)).toBe(".-.-.-.-.-/R-.-.-.-.-/.-~-~-.*.-/.-.-.-J-.-");
    expect(shown(resizeBoard(easel, larger, 4, 3))).toBe(TEXT);
    expect(shown(resizeBoard(easel, sheet, 2, 2))).toBe(".-~-/.-.-");
  });
});

describe("tools reach", () => {
  test.each([
    ["brush", 0, 0, [0]],
    ["line", 0, 3, [0, 1, 2, 3]],
    ["line", 8, 2, [8, 5, 2]],
    ["brush", 0, 10, [0, 5, 10]],
    ["rectangle", 6, 1, [1, 2, 5, 6]],
    ["fill", 0, 5, [5, 6]],
  ] as const)("%s from %i to %i", (tool, from, to, places) => {
    expect(cellsReached(tool, sheet, 0, from, to)).toEqual(places);
  });

  test("a fill stays within its layer", () => {
    expect(cellsReached("fill", sheet, 1, 0, 0)).toHaveLength(11);
  });
});

describe("drafts", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });

  test("are kept by game, the latest in front, each once", () => {
    const [one, other] = [newDraft("One", "1"), newDraft("", "2")];
    saveDraft("game", one);
    saveDraft("game", other);
    saveDraft("game", { ...one, text: "3" });
    expect(drafts("game").map(({ text }) => text)).toEqual(["3", "2"]);
    expect(deleteDraft("game", one.id).map(({ id }) => id)).toEqual([other.id]);
    expect(drafts("another")).toEqual([]);
  });
});
