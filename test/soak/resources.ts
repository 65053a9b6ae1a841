/** What of this process is still busy: sockets, timers, and the listeners on what outlives a call. */
import { getEventListeners } from "node:events";
import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";

export type Resources = Record<string, number>;

export function countResources(longLived: AbortSignal): Resources {
  // Node opens these at their first use, be it by the end of a socket; if they are pipes, they count.
  void [process.stdout, process.stderr];
  const counts: Resources = {
    "listeners of the long-lived signal": getEventListeners(longLived, "abort").length,
    "listeners of the process": process
      .eventNames()
      .reduce((sum, name) => sum + process.listenerCount(name), 0),
  };
  for (const type of process.getActiveResourcesInfo()) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** What is closed counts as open until the event loop's turn ends, and `setImmediate` comes before that end. */
export async function nextTurn(): Promise<void> {
  await immediate();
  await immediate();
}

/** Waits until everything is back where it was, and says what is not, "3 Timeout more" each. */
export async function leftOver(
  before: Resources,
  longLived: AbortSignal,
  patience: number,
): Promise<string[]> {
  const end = performance.now() + patience;
  for (;;) {
    const more = difference(before, countResources(longLived));
    if (more.length === 0 || performance.now() >= end) return more;
    await sleep(50);
  }
}

function difference(before: Resources, now: Resources): string[] {
  return Object.keys({ ...before, ...now }).flatMap((type) => {
    const more = (now[type] ?? 0) - (before[type] ?? 0);
    return more === 0 ? [] : [`${Math.abs(more)} ${type} ${more > 0 ? "more" : "fewer"}`];
  });
}
