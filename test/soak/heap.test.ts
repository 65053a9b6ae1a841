import { expect, test } from "vitest";
import { checkHeap } from "./heap.ts";

/** Three samples a minute for ten minutes, with noise. */
const samplesOf = (perMinute: number) =>
  Array.from({ length: 31 }, (_, index) => ({
    minute: index / 3,
    megabytes: 20 + (perMinute * index) / 3 + (index % 2 === 0 ? 0.2 : -0.2),
  }));

test.each([
  [0, []],
  [0.5, [/^in the last 5 minutes, the heap changes by 0\.\d+ ± 0\.\d+ MB/]],
  [1.5, [/^the heap grows by 1\.\d+ ± 0\.\d+ MB per minute; the limit is 1$/, /^in the last 5 minutes/]],
])("a heap that grows by %d MB per minute has the right problems", (perMinute, problems) => {
  const found = checkHeap(samplesOf(perMinute), 10).problems;
  expect(found).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  expect(checkHeap(samplesOf(perMinute), 9.9).problems).toEqual([]);
});

test("ten minutes with too few samples fail", () => {
  expect(checkHeap([{ minute: 2, megabytes: 20 }], 10).problems).toHaveLength(2);
});
