// Text and lines can be told from what is behind them: WCAG AA, by day and by night.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const tokens = readFileSync("src/styles/tokens.css", "utf-8");
const TEXT = ["ink", "quiet", "madder-text", "blue-text", "field-text"];
const GROUNDS = ["paper", "card", "sunken", "madder-wash", "brass-wash"];
/** What one must see but not read: borders of fields. */
const LINES = ["rule-strong"];

function colour(name: string, night: boolean): string {
  const found = new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens);
  return found![night ? 2 : 1]!;
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

describe.each([false, true])("contrast (night: %s)", (night) => {
  it.each(TEXT.flatMap((text) => GROUNDS.map((ground) => [text, ground])))("%s on %s can be read", (text, ground) => {
    expect(contrast(colour(text!, night), colour(ground!, night))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(LINES.flatMap((line) => ["paper", "card"].map((ground) => [line, ground])))("%s on %s can be seen", (line, ground) => {
    expect(contrast(colour(line!, night), colour(ground!, night))).toBeGreaterThanOrEqual(3);
  });
  it("a focus ring is seen on every ground: its brass or its ink is", () => {
    for (const ground of GROUNDS)
      expect(Math.max(...["brass", "ink"].map((ring) => contrast(colour(ring, night), colour(ground, night))))).toBeGreaterThanOrEqual(3);
  });
});
