/** Finds requests that repeat an earlier one. */

import type { Entry } from "../request-history.ts";
import { outcomeOf } from "../request-outcome.ts";

/** A later request with the same body is not a retry: another run, for example. The SDK waits at most one minute, ms. */
const MAX_WAIT = 90_000;

/**
 * Numbers the attempts to create a plant: a request is another attempt if the last request with its body and its client failed.
 *
 * @param entries newest first
 * @returns the numbers from 2 by index; others are first attempts
 */
export function numberAttempts(entries: readonly Entry[]): Map<number, number> {
  const numbers = new Map<number, number>();
  const last = new Map<string, Entry>();
  for (const entry of entries.toReversed()) {
    const key = `${entry.headers["user-agent"]}\n${entry.url}\n${entry.body}`;
    const previous = last.get(key);
    if (previous !== undefined && isFailed(previous) && entry.time - previous.time < MAX_WAIT)
      numbers.set(entry.index, (numbers.get(previous.index) ?? 1) + 1);
    last.set(key, entry);
  }
  return numbers;
}

/** Whether its client may send it again. */
function isFailed(entry: Entry): boolean {
  const outcome = outcomeOf(entry);
  return outcome === "unknown" || entry.status === 429 || entry.status === 401;
}
