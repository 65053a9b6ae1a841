/** Whether memory grows: what is left after forced collections, and the line through such measurements. */
import { setFlagsFromString } from "node:v8";

/** What was in use at a quiet point. */
export interface Sample {
  /** Since the run began. */
  minute: number;
  megabytes: number;
}

const MEGABYTE = 1_048_576;

/** V8 throws away code that has not run for long, at some time or other: megabytes, which could hide a leak or look like one. */
export function keepCode(): void {
  setFlagsFromString("--no-flush-bytecode");
}

/** Megabytes on the heap and in its buffers that nothing can free. What one collection frees, the next may find more behind. */
export async function collectedHeap(): Promise<number> {
  if (globalThis.gc === undefined)
    throw new Error("The heap cannot be measured: run node with --expose-gc, as `npm run soak` does.");
  for (let round = 0; round < 6; round++) {
    await new Promise(setImmediate);
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MEGABYTE;
}

/** How fast something grows, megabytes a minute. */
export interface Slope {
  perMinute: number;
  /** How far chance may have moved it: one standard error. */
  error: number;
}

/** The slope of the line through the samples, by least squares. It takes three. */
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

/** Code is still being compiled and pools are being filled. */
export const WARM_UP_MINUTES = 1;
/** From so long a run on, the heap is judged. */
export const JUDGED_MINUTES = 10;
/** Megabytes a minute that the whole run must stay under. */
export const STEEPEST = 1;
/** How many minutes at the end must be flat, and what that is, megabytes a minute up or down. */
export const LAST_MINUTES = 5;
export const FLAT = 0.2;

export interface HeapVerdict {
  overall: Slope;
  last: Slope;
  /** What is wrong; empty where nothing is, or the run was too short to tell. */
  problems: string[];
  judged: boolean;
}

/** @param minutes how long the run was. */
export function judgeHeap(samples: readonly Sample[], minutes: number): HeapVerdict {
  const overall = slopeOf(samples.filter(({ minute }) => minute >= WARM_UP_MINUTES));
  const last = slopeOf(samples.filter(({ minute }) => minute >= minutes - LAST_MINUTES));
  const judged = minutes >= JUDGED_MINUTES;
  const problems: string[] = [];
  // Written so that a slope which is no number is a problem too.
  if (judged && !(overall.perMinute < STEEPEST))
    problems.push(`the heap grows by ${format(overall)}, and ${STEEPEST} is too much`);
  if (judged && !(Math.abs(last.perMinute) < FLAT))
    problems.push(
      `in the last ${LAST_MINUTES} minutes the heap changes by ${format(last)}, and flat is under ${FLAT}`,
    );
  return { overall, last, problems, judged };
}

export function format({ perMinute, error }: Slope): string {
  if (Number.isNaN(error)) return "too few samples";
  return `${perMinute.toFixed(3)} ± ${error.toFixed(3)} MB a minute`;
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: number[]): number {
  return sum(values) / values.length;
}
