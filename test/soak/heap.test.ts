import { expect, test } from "vitest";
import { checkHeap, formatSlope, type Sample, slopeOf } from "./heap.ts";

/** Three samples a minute for ten minutes. `heap` returns megabytes. */
function samplesOf(heap: (minute: number, index: number) => number): Sample[] {
  return Array.from({ length: 31 }, (_, index) => {
    const minute = index / 3;
    return { minute, megabytes: heap(minute, index) };
  });
}

/** Noise that alternates between up and down. */
const noise = (index: number) => (index % 2 === 0 ? 0.2 : -0.2);

test("the slope of samples on a line is that of the line, without error", () => {
  const { perMinute, error } = slopeOf(samplesOf((minute) => 20 + 0.5 * minute));
  expect(perMinute).toBeCloseTo(0.5, 10);
  expect(error).toBeCloseTo(0, 10);
});

test("the slope of other samples is that of least squares, with its standard error", () => {
  const heights = [1, 3, 2, 4];
  const { perMinute, error } = slopeOf(heights.map((megabytes, minute) => ({ minute, megabytes })));
  expect(perMinute).toBeCloseTo(0.8, 10);
  expect(error).toBeCloseTo(Math.sqrt(0.18), 10); // Residuals -0.3, 0.9, -0.9, 0.3; their squares 1.8; / 2 / 5.
});

test("a heap with noise but no growth passes", () => {
  const { problems, isChecked } = checkHeap(
    samplesOf((_, index) => 20 + noise(index)),
    10,
  );
  expect(problems).toEqual([]);
  expect(isChecked).toBe(true);
});

test("a leak of 1.5 MB per minute exceeds both limits", () => {
  const { problems } = checkHeap(
    samplesOf((minute, index) => 20 + 1.5 * minute + noise(index)),
    10,
  );
  expect(problems).toEqual([
    expect.stringMatching(/^the heap grows by 1\.\d+ ± 0\.\d+ MB per minute; the limit is 1$/),
    expect.stringMatching(
      /^in the last 5 minutes, the heap changes by 1\.\d+ ± .* MB per minute; the limit is 0\.2$/,
    ),
  ]);
});

test("a leak of 0.5 MB per minute exceeds the limit of the last five minutes", () => {
  const { problems } = checkHeap(
    samplesOf((minute, index) => 20 + 0.5 * minute + noise(index)),
    10,
  );
  expect(problems).toEqual([expect.stringMatching(/^in the last 5 minutes/)]);
});

test("growth in the first minute is ignored", () => {
  const { problems } = checkHeap(
    samplesOf((minute) => (minute < 1 ? 20 * minute : 20)),
    10,
  );
  expect(problems).toEqual([]);
});

test("a run of less than ten minutes is measured, but not checked", () => {
  const { overall, problems, isChecked } = checkHeap(
    samplesOf((minute) => 20 + 2 * minute).filter(({ minute }) => minute < 9.9),
    9.9,
  );
  expect(overall.perMinute).toBeCloseTo(2, 10);
  expect(problems).toEqual([]);
  expect(isChecked).toBe(false);
});

test("ten minutes with too few samples fail", () => {
  const { overall, problems } = checkHeap([{ minute: 2, megabytes: 20 }], 10);
  expect(problems).toHaveLength(2);
  expect(formatSlope(overall)).toBe("too few samples");
});
