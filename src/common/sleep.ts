/** An abortable wait, and the limit of timers. MILLISECONDS stands beside it, or esbuild would keep it in every bundle. */

/** The longest delay of a timer: a longer one fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const isMilliseconds = (value: unknown) =>
  typeof value === "number" && value >= 0 && value <= MAX_TIMER_MS;
export const MILLISECONDS = `milliseconds from 0 to ${MAX_TIMER_MS}`;

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
