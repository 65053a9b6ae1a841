import { expect, test } from "vitest";
import { format, judgeHeap, type Sample, slopeOf } from "./heap.ts";

/** Three a minute for ten minutes, the heap as the function says, in megabytes. */
function samplesOf(heap: (minute: number, index: number) => number): Sample[] {
  return Array.from({ length: 31 }, (_, index) => {
    const minute = index / 3;
    return { minute, megabytes: heap(minute, index) };
  });
}

/** Up and down by turns, as a collector's measurements are. */
const flutter = (index: number) => (index % 2 === 0 ? 0.2 : -0.2);

test("the slope is that of the line through the samples", () => {
  const { perMinute, error } = slopeOf(samplesOf((minute) => 20 + 0.5 * minute));
  expect(perMinute).toBeCloseTo(0.5, 10);
  expect(error).toBeCloseTo(0, 10);
});

test("the slope of samples off the line is that of least squares, with its standard error", () => {
  const heights = [1, 3, 2, 4];
  const { perMinute, error } = slopeOf(heights.map((megabytes, minute) => ({ minute, megabytes })));
  expect(perMinute).toBeCloseTo(0.8, 10);
  expect(error).toBeCloseTo(Math.sqrt(0.18), 10); // Residuals -0.3, 0.9, -0.9, 0.3; their squares 1.8; / 2 / 5.
});

test("a heap that only flutters is flat", () => {
  const { problems, judged } = judgeHeap(
    samplesOf((_, index) => 20 + flutter(index)),
    10,
  );
  expect(problems).toEqual([]);
  expect(judged).toBe(true);
});

test("a leak of a megabyte and a half a minute fails both bars", () => {
  const { problems } = judgeHeap(
    samplesOf((minute, index) => 20 + 1.5 * minute + flutter(index)),
    10,
  );
  expect(problems).toEqual([
    expect.stringMatching(/^the heap grows by 1\.\d+ ± 0\.\d+ MB a minute, and 1 is too much$/),
    expect.stringMatching(/^in the last 5 minutes the heap changes by 1\.\d+ ± .* and flat is under 0\.2$/),
  ]);
});

test("a leak of half a megabyte a minute shows in the last five minutes", () => {
  const { problems } = judgeHeap(
    samplesOf((minute, index) => 20 + 0.5 * minute + flutter(index)),
    10,
  );
  expect(problems).toEqual([expect.stringMatching(/^in the last 5 minutes/)]);
});

test("what is filled in the first minute is no leak", () => {
  const { problems } = judgeHeap(
    samplesOf((minute) => (minute < 1 ? 20 * minute : 20)),
    10,
  );
  expect(problems).toEqual([]);
});

test("a run of less than ten minutes is measured and not judged", () => {
  const { overall, problems, judged } = judgeHeap(
    samplesOf((minute) => 20 + 2 * minute).filter(({ minute }) => minute < 9.9),
    9.9,
  );
  expect(overall.perMinute).toBeCloseTo(2, 10);
  expect(problems).toEqual([]);
  expect(judged).toBe(false);
});

test("ten minutes without enough samples are a problem, not a pass", () => {
  const { overall, problems } = judgeHeap([{ minute: 2, megabytes: 20 }], 10);
  expect(problems).toHaveLength(2);
  expect(format(overall)).toBe("too few samples");
});
