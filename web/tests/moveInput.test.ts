import { afterEach, describe, expect, test } from "vitest";
import type { LegalMove, Piece } from "../src/net/protocol";
import { settings } from "../src/state/settings.svelte";
import { MoveInput, needsConfirmation, type Playable } from "../src/table/moveInput.svelte";

const own = (cell: string): Piece => ({ cell, seat: 0, symbol: "man", name: "", text: "", level: 0, marks: [] });
const moves = (...texts: string[]): LegalMove[] => texts.map((move) => ({ move, cells: move.replace("*", "").split("-") }));

/** A table where the other player thinks until `legal` is filled. */
class Waiting implements Playable {
  seat = 0;
  mayPremove = true;
  legal: LegalMove[] = [];
  played: string[] = [];
  get state(): Playable["state"] {
    return { legal: this.legal, warnings: {}, scene: { pieces: [own("a1")] } as unknown as NonNullable<Playable["state"]>["scene"] };
  }
  can(): boolean {
    return this.legal.length > 0;
  }
  play(move: string): Promise<void> {
    this.played.push(move);
    return Promise.resolve();
  }
  consider(): Promise<void> {
    return Promise.resolve();
  }
}

function prepared(...legal: string[]): { table: Waiting; input: MoveInput } {
  const table = new Waiting();
  let input = new MoveInput(table);
  input.touch("a1", "tap", "mouse");
  input.touch("a3", "tap", "mouse");
  const wanted = input.premove;
  table.legal = moves(...legal);
  // Derived values of plain objects do not notice the change: a new input stands for the same one after it.
  input = new MoveInput(table);
  input.premove = wanted;
  return { table, input };
}

describe("premoves", () => {
  afterEach(() => void (settings.premoves = false));

  test("are made when the turn comes, if one legal move has their cells", () => {
    settings.premoves = true;
    const { table, input } = prepared("a1-a2", "a1-a3");
    input.follow();
    expect(table.played).toEqual(["a1-a3"]);
    expect(input.premove).toBeNull();
  });

  test("are forgotten if they are not legal, or could mean two moves", () => {
    settings.premoves = true;
    for (const legal of [["a1-a2"], ["a1-a3", "a1-a3*"]]) {
      const { table, input } = prepared(...legal);
      input.follow();
      expect(table.played).toEqual([]);
      expect(input.premove).toBeNull();
    }
  });

  test("wait while the other player goes on moving, and are cancelled by the next touch", () => {
    settings.premoves = true;
    const { input } = prepared();
    input.follow();
    expect(input.premove).toEqual(["a1", "a3"]);
    input.touch("b2", "tap", "mouse");
    expect(input.premove).toBeNull();
  });

  test("are not entered unless the player has chosen so", () => {
    const { input } = prepared();
    expect(input.premove).toBeNull();
  });
});

test("which moves are shown before they are played", () => {
  const asked = (confirm: Parameters<typeof needsConfirmation>[0]): boolean[] =>
    (["mouse", "touch", "premove"] as const).flatMap((pointer) => [false, true].map((attack) => needsConfirmation(confirm, pointer, attack)));
  expect(asked("everywhere")).toEqual([true, true, true, true, false, false]);
  expect(asked("always")).toEqual([false, false, true, true, false, false]);
  expect(asked("attacks")).toEqual([false, false, false, true, false, false]);
  expect(asked("never")).toEqual([false, false, false, false, false, false]);
});
