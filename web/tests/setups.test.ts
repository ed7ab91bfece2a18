import { beforeEach, describe, expect, test, vi } from "vitest";
import { accountSetups, uploadSetups, mergeSetups } from "../src/net/accountSetups";
import type { CellView } from "../src/net/protocol";
import { deleteSetup, gamesWithSetups, saveSetup, savedSetups, lastSetup, saveLastSetup } from "../src/state/savedSetups";
import { cleared, isComplete, type SetupForm, hasSpares, join, unplaced, mirrored, placed, split, swapped, withoutSpaces, missingCount } from "../src/table/setupForm";

const army: SetupForm = { cells: ["a1", "b1", "a2", "b2"], pieces: { F: 1, B: 2, M: 1 }, separator: "", empty: "" };
const scattered: SetupForm = { ...army, pieces: { F: 1, M: 1 }, empty: "." };
const choice: SetupForm = { ...army, pieces: { o: 4, x: 4 }, separator: "," };

const cell = (id: string, x: number, y: number): CellView => ({ id, x, y, ground: "", width: 1, height: 1 });
const square = [cell("a1", 0.5, 1.5), cell("b1", 1.5, 1.5), cell("a2", 0.5, 0.5), cell("b2", 1.5, 0.5)];

describe("a set-up", () => {
  test("is text and pieces alike", () => {
    expect(split(army, "FBMB")).toEqual(["F", "B", "M", "B"]);
    expect(join(choice, split(choice, "o,x,o,x"))).toBe("o,x,o,x");
    expect(withoutSpaces(" FB\n MB ")).toBe("FBMB");
  });

  test("changes by swapping and placing; what stood there goes back to the tray", () => {
    const pieces = split(army, "FBMB");
    expect(join(army, swapped(pieces, 0, 2))).toBe("MBFB");
    const after = placed(pieces, 0, "M");
    expect(Object.fromEntries(unplaced(army, after))).toEqual({ F: 1, B: 0, M: -1 });
  });

  test("says how many pieces are missing", () => {
    expect(missingCount(army, cleared(army))).toBe(4);
    expect(missingCount(army, placed(cleared(army), 1, "F"))).toBe(3);
    expect(missingCount(scattered, split(scattered, "F..M"))).toBe(0);
    expect(missingCount(choice, split(choice, "o,o,o,o"))).toBe(0);
    expect([army, scattered, choice].map(hasSpares)).toEqual([false, false, true]);
  });

  test.each([
    [army, "FBMB", true],
    [army, "FBMF", false],
    [army, "FBM", false],
    [army, "FB?B", false],
    [scattered, "F..M", true],
    [scattered, "F...", false],
    [choice, "x,x,x,x", true],
  ])("fits its form or not: %o %s", (form, text, expected) => expect(isComplete(form, text)).toBe(expected));

  test("is mirrored from left to right, or where the cells do not allow it from front to back", () => {
    expect(mirrored(army, square, split(army, "FBMB"))!.join("")).toBe("BFBM");
    const column = [cell("a1", 0.5, 3.5), cell("b1", 0.5, 2.5), cell("a2", 1.5, 1.5), cell("b2", 0.5, 0.5)];
    expect(mirrored(army, column, split(army, "FBMB"))).toBeNull();
  });
});

describe("set-ups kept in this browser", () => {
  beforeEach(() => {
    const kept: Record<string, string> = {};
    const methods = { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => (kept[key] = value) };
    vi.stubGlobal("localStorage", Object.setPrototypeOf(kept, methods));
  });

  test("are kept by game and name, the newest first", () => {
    saveSetup("one", "Fort", "FBMB");
    saveSetup("one", "Trap", "BFMB");
    saveSetup("one", "Fort", "MBFB");
    expect(savedSetups("one")).toEqual([
      { name: "Fort", setup: "MBFB" },
      { name: "Trap", setup: "BFMB" },
    ]);
    expect(savedSetups("another")).toEqual([]);
    expect(deleteSetup("one", "Fort")).toHaveLength(1);
  });

  test("and so is the last that was played", () => {
    expect(lastSetup("one")).toBe("");
    saveLastSetup("one", "FBMB");
    expect(lastSetup("one")).toBe("FBMB");
    expect(gamesWithSetups()).toEqual([]);
  });

  test("are taken into an account, the oldest first, but for names that it has", async () => {
    saveSetup("one", "Fort", "FBMB");
    saveSetup("one", "Trap", "BFMB");
    saveSetup("one", "Wall", "MBFB");
    vi.spyOn(accountSetups, "list").mockResolvedValue({ account: true, setups: [{ name: "Trap", setup: "FBBM" }] });
    const keep = vi.spyOn(accountSetups, "keep").mockResolvedValue(undefined);
    await uploadSetups();
    expect(keep.mock.calls.map(([game, one]) => [game, one.name])).toEqual([["one", "Fort"], ["one", "Wall"]]);
  });
});

test("set-ups of this browser and of an account are listed together, each name once", () => {
  const [here, there] = [[{ name: "a", setup: "1" }, { name: "b", setup: "2" }], [{ name: "b", setup: "3" }]];
  expect(mergeSetups(here, there)).toEqual([{ name: "b", setup: "3" }, { name: "a", setup: "1" }]);
});
