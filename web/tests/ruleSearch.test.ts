import { describe, expect, it } from "vitest";
import { findRules } from "../src/table/ruleSearch";

const RULES = [
  { id: "ST-4", title: "Un pas", html: "<p>Une pièce va d’une case.</p>" },
  { id: "ST-9", title: "Le maréchal", html: "<p>L’<em>espionne</em> le prend.</p>" },
];

describe("the search in the rules", () => {
  it("finds words in titles and texts, whatever their case and accents", () => {
    expect(findRules(RULES, "MARECHAL espionne").map((rule) => rule.id)).toEqual(["ST-9"]);
    expect(findRules(RULES, "d'une").map((rule) => rule.id)).toEqual(["ST-4"]);
  });

  it("finds a rule by its number", () => expect(findRules(RULES, "st-4")).toHaveLength(1));

  it("does not look into the markup", () => expect(findRules(RULES, "em>")).toEqual([]));

  it("gives all rules for nothing", () => expect(findRules(RULES, " ")).toHaveLength(2));
});
