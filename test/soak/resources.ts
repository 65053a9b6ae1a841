/** Finds leaked sockets, timers, listeners and memory of this process. */
import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

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

/**
 * The growth of the heap in the last five minutes of a run, MB per minute: from the mean of their first quarter to that of their
 * last. At the start, code is being compiled and pools are being filled.
 */
export function heapGrowth(samples: readonly Sample[], minutes: number): number {
  const counted = samples.filter(({ minute }) => minute >= minutes - 5);
  const quarter = Math.ceil(counted.length / 4);
  const growthOf = (field: keyof Sample) => {
    const sumOf = (some: Sample[]) => some.reduce((sum, sample) => sum + sample[field], 0);
    return sumOf(counted.slice(-quarter)) - sumOf(counted.slice(0, quarter));
  };
  return growthOf("megabytes") / growthOf("minute");
}
