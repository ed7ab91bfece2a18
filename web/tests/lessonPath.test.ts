import { expect, test } from "vitest";
import { pathTo } from "../src/learn/lessonSession.svelte";
import type { LessonStep } from "../src/net/protocol";

function step(fields: Partial<LessonStep>): LessonStep {
  return { say: "", then: "", moves: [], cells: [], trails: [], look: [], refused_by: "", replies: [], position: "", ...fields };
}

test("a lesson resumes after the moves and replies of its steps", () => {
  const steps = [
    step({ position: "p", moves: ["a", "b"], replies: ["c"] }),
    step({ moves: ["x"], refused_by: "R-1" }),
    step({ replies: ["d"] }),
    step({ position: "q", moves: ["e"] }),
    step({ moves: ["f"] }),
  ];
  expect(pathTo(steps, 0)).toEqual(["", []]);
  expect(pathTo(steps, 3)).toEqual(["p", ["a", "c", "d"]]);
  expect(pathTo(steps, 4)).toEqual(["q", ["e"]]);
});
