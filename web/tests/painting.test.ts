import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { drafts, newDraft } from "../src/boards/drafts";
import { Painting } from "../src/boards/painting.svelte";
import type { Easel } from "../src/net/protocol";

const post = vi.hoisted(() => vi.fn());
vi.mock("../src/net/api", () => ({ api: { post } }));

const paint = (sign: string) => ({ sign, title: sign, opposite: sign });
const easel = { game: "toy", separator: "/", least: 2, most: 4, layers: [{ title: "", paints: [paint("."), paint("~")] }] } as unknown as Easel;

let painting: Painting;

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.useFakeTimers();
  post.mockImplementation((_: string, { text }: { text: string }) =>
    Promise.resolve({ text, problems: [], playable: true, board: { width: text.indexOf("/"), height: text.split("/").length } }),
  );
  painting = new Painting(easel, newDraft("", ".../.../..."));
});
afterEach(() => {
  vi.useRealTimers();
  post.mockReset();
});

describe("somebody who paints", () => {
  test("draws a stroke that is one step back", () => {
    painting.begin(0);
    painting.drag(1);
    painting.drag(5);
    painting.end();
    expect(painting.text).toBe("~~./..~/...");
    painting.undo();
    expect(painting.text).toBe(".../.../...");
    expect(painting.canUndo).toBe(false);
    painting.redo();
    expect(painting.text).toBe("~~./..~/...");
  });

  test("takes a stroke back that was the beginning of a pinch", () => {
    painting.begin(4);
    painting.cancel();
    painting.end();
    expect([painting.text, painting.canUndo]).toEqual([".../.../...", false]);
  });

  test("makes a rectangle by dragging to and fro, or by two touches", () => {
    painting.tool = "rectangle";
    painting.begin(0);
    painting.drag(8);
    painting.drag(4);
    painting.end();
    expect(painting.text).toBe("~~./~~./...");
    painting.touch(2);
    expect(painting.anchor).toBe(2);
    painting.touch(5);
    expect([painting.text, painting.anchor]).toEqual(["~~~/~~~/...", null]);
  });

  test("loses nothing: every change is a draft at once, and another board is another draft", () => {
    painting.paintCell(0, { layer: 0, sign: "~" });
    painting.rename("One");
    expect(drafts("toy")).toMatchObject([{ title: "One", text: "~../.../..." }]);
    painting.start("Other", "../..");
    expect(drafts("toy").map(({ title }) => title)).toEqual(["Other", "One"]);
  });

  test("keeps sizes within what is allowed", () => {
    painting.resize(99, Number.NaN);
    expect([painting.grid.width, painting.grid.height]).toEqual([4, 2]);
  });

  test("asks the server when the hand rests, and again for what was painted meanwhile", async () => {
    await vi.advanceTimersByTimeAsync(1000);
    expect(post).toHaveBeenCalledTimes(1);
    let answer: (found: unknown) => void = () => {};
    post.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    painting.touch(0);
    painting.touch(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(post).toHaveBeenCalledTimes(2);
    painting.touch(2);
    answer({ text: "~~./.../...", problems: [], playable: true });
    await vi.advanceTimersByTimeAsync(1000);
    expect(post).toHaveBeenCalledTimes(3);
    expect(painting.isChecked).toBe(true);
  });
});
