/** Measures the heap after forced garbage collections, and checks that it does not grow. */
import { collectGarbage } from "../support/collect-garbage.ts";

/** Memory in use while no call is running. */
export interface Sample {
  /** Since the run began. */
  minute: number;
  megabytes: number;
}

/** Megabytes of the heap and of its external buffers after garbage collection. */
export async function measureHeap(): Promise<number> {
  await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
}

/** MB per minute from the beginning of these samples to their end, of which each is the mean of a quarter. */
function growthOf(samples: readonly Sample[]): number {
  const quarter = Math.ceil(samples.length / 4);
  const [first, last] = [samples.slice(0, quarter), samples.slice(-quarter)].map((some) => ({
    minute: some.reduce((sum, { minute }) => sum + minute, 0) / quarter,
    megabytes: some.reduce((sum, { megabytes }) => sum + megabytes, 0) / quarter,
  }));
  if (!first || !last) return Number.NaN;
  return (last.megabytes - first.megabytes) / (last.minute - first.minute);
}

/** Shorter runs are measured, but not checked. */
export const MIN_CHECKED_MINUTES = 10;

/** The growth of the heap in a run of so many minutes, as text, and whether it is within the limits. */
export function checkHeap(samples: readonly Sample[], minutes: number) {
  const growth = (name: string, from: number, isWithinLimit: (perMinute: number) => boolean) => {
    const perMinute = growthOf(samples.filter(({ minute }) => minute >= from));
    const text = `heap growth ${name}: ${perMinute.toFixed(3)} MB per minute`;
    return { text, isFine: isWithinLimit(perMinute) }; // Too few samples are NaN, which is not.
  };
  return [
    // At the start, code is being compiled and pools are being filled.
    growth("without the first minute (limit 1)", 1, (perMinute) => perMinute < 1),
    growth("in the last 5 minutes (limit ±0.2)", minutes - 5, (perMinute) => Math.abs(perMinute) < 0.2),
  ];
}
