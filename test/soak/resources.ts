/** Finds leaked sockets, timers, listeners and memory of this process. */
import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { bytesInMemory } from "../support/collect-garbage.ts";

/** How long the client's idle connections may stay open, ms. undici closes them after four seconds. */
const MAX_IDLE = 15_000;

function countResources(longLivedSignal: AbortSignal): Map<string, number> {
  // Node opens these at their first use, and counts them if they are pipes. So open them before the first count.
  void [process.stdout, process.stderr];
  const listeners = process.eventNames().flatMap((name) => process.listeners(name as "exit"));
  const counts = new Map([
    ["listeners of the long-lived signal", getEventListeners(longLivedSignal, "abort").length],
    ["listeners of the process", listeners.length],
  ]);
  for (const type of process.getActiveResourcesInfo()) counts.set(type, (counts.get(type) ?? 0) + 1);
  return counts;
}

/**
 * Counts the resources now. The returned function waits until the counts are the same again, at most {@link MAX_IDLE}, and
 * returns the differences, such as "leaked in a round: 3 Timeout more".
 */
export function findLeaks(longLivedSignal: AbortSignal): () => Promise<string[]> {
  const before = countResources(longLivedSignal);
  return async () => {
    const end = performance.now() + MAX_IDLE;
    for (;;) {
      const now = countResources(longLivedSignal);
      const leaks = [...new Set([...before.keys(), ...now.keys()])].flatMap((type) => {
        const more = (now.get(type) ?? 0) - (before.get(type) ?? 0);
        const text = `leaked in a round: ${Math.abs(more)} ${type} ${more > 0 ? "more" : "fewer"}`;
        return more === 0 ? [] : [text];
      });
      if (leaks.length === 0 || performance.now() >= end) return leaks;
      await sleep(50);
    }
  };
}

/** Memory in use while no call is running. */
export interface Sample {
  /** Since the run began. */
  minute: number;
  megabytes: number;
}

/** Megabytes of the heap and of its external buffers after garbage collection. */
export async function measureHeap(): Promise<number> {
  return (await bytesInMemory()) / 1_048_576;
}

/** MB per minute from the beginning of these samples to their end, of which each is the mean of a quarter. */
function growthOf(samples: readonly Sample[]): number {
  const quarter = Math.ceil(samples.length / 4);
  const meanOf = (some: readonly Sample[], field: keyof Sample) =>
    some.reduce((sum, sample) => sum + sample[field], 0) / quarter;
  const [first, last] = [samples.slice(0, quarter), samples.slice(-quarter)];
  const grown = meanOf(last, "megabytes") - meanOf(first, "megabytes");
  return grown / (meanOf(last, "minute") - meanOf(first, "minute"));
}

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
