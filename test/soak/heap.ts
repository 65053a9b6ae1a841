/** Measures the heap after forced garbage collections, and checks that it does not grow. */
import { setFlagsFromString } from "node:v8";

/** Memory in use while no call is running. */
export interface Sample {
  /** Since the run began. */
  minute: number;
  megabytes: number;
}

const MEGABYTE = 1_048_576;

/** Stops V8 from freeing unused bytecode. That can be megabytes, which would hide a leak or look like one. */
export function disableBytecodeFlushing(): void {
  setFlagsFromString("--no-flush-bytecode");
}

/** Megabytes of the heap and of its external buffers after garbage collection. One collection can enable the next to free more. */
export async function measureHeap(): Promise<number> {
  if (globalThis.gc === undefined)
    throw new Error("The heap cannot be measured: run node with --expose-gc, as `npm run soak` does.");
  for (let round = 0; round < 6; round++) {
    await new Promise(setImmediate);
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

/** Growth in MB per minute. */
export interface Slope {
  perMinute: number;
  /** Standard error. */
  error: number;
}

/** Linear regression by least squares. Needs at least three samples. */
export function slopeOf(samples: readonly Sample[]): Slope {
  const count = samples.length;
  const meanMinute = mean(samples.map(({ minute }) => minute));
  const meanMegabytes = mean(samples.map(({ megabytes }) => megabytes));
  const spread = sum(samples.map(({ minute }) => (minute - meanMinute) ** 2));
  const perMinute =
    sum(samples.map(({ minute, megabytes }) => (minute - meanMinute) * (megabytes - meanMegabytes))) / spread;
  const residuals = samples.map(
    ({ minute, megabytes }) => megabytes - meanMegabytes - perMinute * (minute - meanMinute),
  );
  const error = Math.sqrt(sum(residuals.map((residual) => residual ** 2)) / (count - 2) / spread);
  return { perMinute, error };
}

/** Ignored at the start, because code is being compiled and pools are being filled. */
export const WARM_UP_MINUTES = 1;
/** Shorter runs are measured, but not checked. */
export const MIN_CHECKED_MINUTES = 10;
/** Limit of the growth during the whole run, MB per minute. */
export const MAX_SLOPE = 1;
/** The last part of the run has a lower limit, for growth and for shrinking, MB per minute. */
export const LAST_MINUTES = 5;
export const MAX_LAST_SLOPE = 0.2;

export interface HeapCheck {
  overall: Slope;
  last: Slope;
  /** Messages. Empty if the heap is fine, or if the run was too short. */
  problems: string[];
  isChecked: boolean;
}

/** @param minutes duration of the run */
export function checkHeap(samples: readonly Sample[], minutes: number): HeapCheck {
  const overall = slopeOf(samples.filter(({ minute }) => minute >= WARM_UP_MINUTES));
  const last = slopeOf(samples.filter(({ minute }) => minute >= minutes - LAST_MINUTES));
  const isChecked = minutes >= MIN_CHECKED_MINUTES;
  const problems: string[] = [];
  // `!(a < b)` is also true for NaN.
  if (isChecked && !(overall.perMinute < MAX_SLOPE))
    problems.push(`the heap grows by ${formatSlope(overall)}; the limit is ${MAX_SLOPE}`);
  if (isChecked && !(Math.abs(last.perMinute) < MAX_LAST_SLOPE))
    problems.push(
      `in the last ${LAST_MINUTES} minutes, the heap changes by ${formatSlope(last)}; the limit is ${MAX_LAST_SLOPE}`,
    );
  return { overall, last, problems, isChecked };
}

export function formatSlope({ perMinute, error }: Slope): string {
  if (Number.isNaN(error)) return "too few samples";
  return `${perMinute.toFixed(3)} ± ${error.toFixed(3)} MB per minute`;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: number[]): number {
  return sum(values) / values.length;
}
