/** An abortable wait. */

/** A longer timer than 2^31-1 ms fires at once. */
const MAX_TIMER_MS = 2 ** 30;

/** Waits, at most until the signal aborts. Longer waits than 12 days end early. */
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
