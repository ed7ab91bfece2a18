import { describe, expect, it } from "vitest";
import type { EventView } from "../src/net/protocol";
import { answerToOffer } from "../src/table/offers";
import { verdictFor } from "../src/live/verdict";

function numbered(...events: Partial<EventView>[]): EventView[] {
  return events.map((event, number) => ({ number, event: "table", seat: null, ...event }) as EventView);
}

const OFFER = { act: "offer", seat: 0, what: "draw" };
const DECLINE = { act: "decline", seat: 1, what: "draw" };
const move = (seat: number): Partial<EventView> => ({ event: "action", seat, move: "a1-a2" });

describe("the answer to an offer", () => {
  it("is told to the one who offered, until they act again", () => {
    expect(answerToOffer(numbered(OFFER, DECLINE), [0])).toEqual({ what: "draw", declinedBy: 1 });
    expect(answerToOffer(numbered(OFFER, DECLINE, move(1)), [0])).toEqual({ what: "draw", declinedBy: 1 });
    expect(answerToOffer(numbered(OFFER, DECLINE, move(0)), [0])).toBeNull();
  });

  it("is not told to the others", () => expect(answerToOffer(numbered(OFFER, DECLINE), [1])).toBeNull());

  it("is missing while the offer stands, and after it was accepted", () => {
    expect(answerToOffer(numbered(OFFER), [0])).toBeNull();
    expect(answerToOffer(numbered(OFFER, { act: "accept", seat: 1 }), [0])).toBeNull();
  });

  it("may be that the others play on", () => {
    expect(answerToOffer(numbered(OFFER, move(1)), [0])).toEqual({ what: "draw", declinedBy: null });
  });

  it("belongs to the last offer", () => {
    expect(answerToOffer(numbered(OFFER, DECLINE, { ...OFFER, what: "take-back" }), [0])).toBeNull();
  });
});

describe("the verdict", () => {
  it("is about the seat", () => {
    expect(verdictFor({ by: "MH-9", returns: [1, -1] }, 0)).toBe("won");
    expect(verdictFor({ by: "resign", returns: [1, -1] }, 1)).toBe("lost");
    expect(verdictFor({ by: "draw", returns: [0, 0] }, 1)).toBe("drawn");
    expect(verdictFor({ by: "GM-9", returns: [1, 1, -1] }, 0)).toBe("shared");
  });

  it("is missing if nothing was decided", () => expect(verdictFor({ by: "abort", returns: [0, 0] }, 0)).toBeNull());
});
