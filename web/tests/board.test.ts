import { describe, expect, test } from "vitest";
import { withIdPrefix } from "../src/board/art";
import { bubblePlace } from "../src/board/bubble";
import { cellAt, neighbour, pieceCentre, pieceRadius, onSide, rows, rotated } from "../src/board/geometry";
import { joinLines, rounded } from "../src/board/signs";
import { panned, scrolledTo, WHOLE, zoomed } from "../src/board/zoom";
import type { CellView, DrawnBoard } from "../src/net/protocol";

const cell = (id: string, x: number, y: number, width = 1, height = 1): CellView => ({ id, x, y, width, height, ground: "" });
const SQUARE = [cell("a1", 0.5, 1.5), cell("b1", 1.5, 1.5), cell("a2", 0.5, 0.5), cell("b2", 1.5, 0.5)];

describe("places", () => {
  test("rows run from the top, each from left to right", () => {
    expect(rows(SQUARE).map((row) => row.map((one) => one.id))).toEqual([["a2", "b2"], ["a1", "b1"]]);
  });

  test("arrow keys go to the nearest cell straight ahead", () => {
    expect(neighbour(SQUARE, SQUARE[0]!, "ArrowUp")?.id).toBe("a2");
    expect(neighbour(SQUARE, SQUARE[0]!, "ArrowRight")?.id).toBe("b1");
    expect(neighbour(SQUARE, SQUARE[0]!, "ArrowLeft")).toBeUndefined();
    expect(neighbour(SQUARE, SQUARE[0]!, "Enter")).toBeUndefined();
  });

  test("a point belongs to the cell it lies on", () => {
    expect(cellAt(SQUARE, { x: 1.9, y: 0.1 })?.id).toBe("b2");
    expect(cellAt(SQUARE, { x: 2.5, y: 0.1 })).toBeUndefined();
  });

  test("a touch between two cells means the nearer one", () => {
    const apart = SQUARE.map((cell) => ({ ...cell, width: 0.9, height: 0.9 }));
    expect(cellAt(apart, { x: 0.98, y: 0.5 })?.id).toBe("a2");
    expect(cellAt(apart, { x: 1.02, y: 0.5 })?.id).toBe("b2");
  });

  test("a board on its side has its bottom on the left", () => {
    const board = onSide({ width: 2, height: 3, cells: [cell("a1", 0.5, 2.5), cell("b3", 1.5, 0.5, 1, 0.5)] } as DrawnBoard);
    expect([board.width, board.height]).toEqual([3, 2]);
    expect(board.cells).toEqual([cell("a1", 0.5, 0.5), cell("b3", 2.5, 1.5, 0.5, 1)]);
  });

  test("a turned board has its cells on the other side", () => {
    const board = { width: 2, height: 2, cells: SQUARE } as DrawnBoard;
    expect(rotated(board).cells[0]).toMatchObject({ id: "a1", x: 1.5, y: 0.5 });
  });

  test("stacks rise, and high ones are drawn closer together", () => {
    const [low, high] = [pieceCentre(SQUARE[0]!, 1, 2), pieceCentre(SQUARE[0]!, 5, 6)];
    expect(low.y).toBeLessThan(1.5);
    expect(low.y - pieceRadius(SQUARE[0]!, 2)).toBeGreaterThan(1);
    expect(high.y).toBeGreaterThan(1.5 - 0.42);
  });
});

describe("zoom", () => {
  test("keeps the point below the finger where it is", () => {
    const view = zoomed(WHOLE, 2, { x: 0.25, y: 0.5 });
    expect(view).toEqual({ scale: 2, x: 0.125, y: 0.25 });
  });

  test("never shows what is beyond the board, and never gets smaller than the whole", () => {
    expect(zoomed(zoomed(WHOLE, 2, { x: 0, y: 0 }), 0.1, { x: 1, y: 1 })).toEqual(WHOLE);
    expect(panned(zoomed(WHOLE, 2, { x: 0, y: 0 }), { x: 3, y: 3 })).toMatchObject({ x: 0, y: 0 });
  });

  test("follows the keyboard to a cell outside", () => {
    const view = scrolledTo({ scale: 2, x: 0, y: 0 }, { x: 0.9, y: 0.2 }, 0.05);
    expect(view.x).toBeCloseTo(0.45);
    expect(view.y).toBe(0);
  });
});

test("drawings get ids of their own", () => {
  expect(withIdPrefix('<g id="a"/><use href="#a"/><rect fill="url(#b)"/>', "x-")).toBe('<g id="x-a"/><use href="#x-a"/><rect fill="url(#x-b)"/>');
});

describe("an equation", () => {
  const board = { width: 10, height: 10 };

  test("is written above its cell, and within the board", () => {
    expect(bubblePlace("3 × 2 × 1 = 6", cell("a", 5.5, 5.5), board, []).y).toBeCloseTo(4.7);
    expect(bubblePlace("3 × 2 × 1 = 6", cell("a", 0.5, 5.5), board, []).x).toBeGreaterThan(1);
  });

  test("does not hide what can be touched next", () => {
    const above = [1, 2, 3].map((n) => cell(`${n}`, 5.5, 5.5 - n));
    expect(bubblePlace("3 × 2 × 1 = 6", cell("a", 5.5, 5.5), board, above).y).toBeCloseTo(6.3);
  });
});

test("an arrow is round where it bends", () => {
  expect(rounded([{ x: 0, y: 0 }, { x: 2, y: 0 }, { x: 2, y: 1 }])).toBe("M 0 0 L 1.6 0 Q 2 0 2 0.4 L 2 1");
});

test("marks of one look share a path", () => {
  const line = { width: 1, colour: "red" };
  expect(joinLines([{ ...line, d: "M 0 0" }, { ...line, d: "M 9 9", width: 2 }, { ...line, d: "M 1 1" }])).toEqual([
    { ...line, d: "M 0 0 M 1 1" },
    { ...line, d: "M 9 9", width: 2 },
  ]);
});
