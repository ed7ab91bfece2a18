import { describe, expect, it } from "vitest";
import { handling } from "../src/offline/handling";

const FILES = ["/", "/assets/index-1.js", "/icon.svg"];

describe("the service worker", () => {
  it.each([
    ["/assets/index-1.js", "kept"],
    ["/icon.svg", "kept"],
    ["/assets/gone-2.js", "leave"],
    ["/api/games", "fresh"],
    ["/api/games/some_game", "fresh"],
    ["/api/games/some_game/rules", "fresh"],
    ["/api/games/some_game/lessons", "fresh"],
    ["/api/games/some_game/picture.svg", "fresh"],
  ])("%s: %s", (path, expected) => {
    expect(handling("GET", "cors", path, FILES)).toBe(expected);
  });

  it.each(["/api/matches", "/api/matches/abc", "/api/matches/abc/live", "/api/me", "/api/games/some_game/secret"])(
    "never touches %s",
    (path) => {
      for (const mode of ["cors", "navigate"]) expect(handling("GET", mode, path, FILES)).toBe("leave");
    },
  );

  it("opens pages, and leaves whatever changes something alone", () => {
    expect(handling("GET", "navigate", "/learn/some_game", FILES)).toBe("page");
    expect(handling("POST", "cors", "/api/games/some_game/try", FILES)).toBe("leave");
  });
});
