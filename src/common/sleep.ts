/** An abortable wait, and the limit of timers. */

/** The longest delay of a timer: a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits, at most until the signal aborts. Longer waits than 24 days end early. */
export function sleep(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.ceil(ms), MAX_TIMER_MS)); // Timers ignore fractions.
    signal?.addEventListener("abort", end);
    if (signal?.aborted) end();
  });
}
