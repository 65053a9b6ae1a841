/** How long to wait before the next attempt. */

const INITIAL_BACKOFF_MS = 300;
const MAX_BACKOFF_MS = 10_000;

/**
 * Exponential backoff, reduced by up to 50 % jitter, so that clients do not retry in step.
 *
 * @param waits how many came before this one
 */
export function backoffMs(waits: number): number {
  return Math.min(INITIAL_BACKOFF_MS * 2 ** waits, MAX_BACKOFF_MS) * (1 - Math.random() / 2);
}
