// Themes: the server's drawings with other colours.
import { describe, expect, it } from "vitest";
import { inTheme } from "../src/board/art";
import type { DrawnBoard } from "../src/net/protocol";

const board = {
  art: {
    defs: '<path fill="light-dark(#AA0000,#BB0000)"/>',
    front: '<path fill="#1F2430"/><path fill="light-dark(#AA0000,#BB0000)"/>',
    back: "",
    seats: [{ outline: "", fill: "#1F2430", line: "#FFFFFF" }],
    themes: { slate: { "light-dark(#AA0000,#BB0000)": "#00AA00", "#1F2430": "light-dark(#000000,#111111)" } },
  },
} as unknown as DrawnBoard;

describe("themes", () => {
  it("change every colour that the server names, also of emblems", () => {
    const { art } = inTheme(board, "slate");
    expect(art.defs).toBe('<path fill="#00AA00"/>');
    expect(art.front).toBe('<path fill="light-dark(#000000,#111111)"/><path fill="#00AA00"/>');
    expect(art.seats[0]).toEqual({ outline: "", fill: "light-dark(#000000,#111111)", line: "#FFFFFF" });
  });
  it("leave the default as it is", () => {
    expect(inTheme(board, "wood")).toBe(board);
  });
});
