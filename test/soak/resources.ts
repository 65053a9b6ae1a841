/** Finds leaked sockets, timers and listeners of this process. */
import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

export type Resources = Record<string, number>;

export function countResources(longLivedSignal: AbortSignal): Resources {
  // Node opens these at their first use, and counts them if they are pipes. So open them before the first count.
  void [process.stdout, process.stderr];
  const counts: Resources = {
    "listeners of the long-lived signal": getEventListeners(longLivedSignal, "abort").length,
    "listeners of the process": process
      .eventNames()
      .reduce((sum, name) => sum + process.listenerCount(name), 0),
  };
  for (const type of process.getActiveResourcesInfo()) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** Waits until the counts are as before, at most `patience` ms. Returns the differences, such as "3 Timeout more". */
export async function findLeaks(before: Resources, longLivedSignal: AbortSignal, patience: number) {
  const end = performance.now() + patience;
  for (;;) {
    const now = countResources(longLivedSignal);
    const leaks = Object.keys({ ...before, ...now }).flatMap((type) => {
      const more = (now[type] ?? 0) - (before[type] ?? 0);
      return more === 0 ? [] : [`${Math.abs(more)} ${type} ${more > 0 ? "more" : "fewer"}`];
    });
    if (leaks.length === 0 || performance.now() >= end) return leaks;
    await sleep(50);
  }
}
