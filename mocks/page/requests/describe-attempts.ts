/** Says which requests repeat an earlier one. */
import { describeResent } from "../../parts/describe-resent.ts";
import type { Entry } from "../request-history.ts";
import { outcomeOf } from "../request-outcome.ts";

/** A later request with the same body is not a retry: another run, for example. The SDK waits at most one minute, ms. */
const MAX_WAIT = 90_000;

/**
 * A request is another attempt if the last one with its `user-agent`, URL and body failed. What the store says, by `resentOf`,
 * takes precedence.
 *
 * @param entries newest first
 * @returns a text by index; other requests are first attempts
 */
export function describeAttempts(entries: readonly Entry[]): Map<number, string> {
  const numbers = new Map<number, number>();
  const texts = new Map<number, string>();
  const byIndex = new Map(entries.map((entry) => [entry.index, entry]));
  const last = new Map<string, Entry>();
  for (const entry of entries.toReversed()) {
    const key = `${entry.headers["user-agent"]}\n${entry.url}\n${entry.body}`;
    const previous = last.get(key);
    if (previous !== undefined && isFailed(previous) && entry.time - previous.time < MAX_WAIT)
      numbers.set(entry.index, (numbers.get(previous.index) ?? 1) + 1);
    last.set(key, entry);
    const { index, resentOf } = entry;
    const number = numbers.get(index) ?? 1;
    if (resentOf !== undefined) texts.set(index, describeResent(resentOf, byIndex.get(resentOf)));
    else if (number > 1) texts.set(index, number === 2 ? "sent again" : `sent again (${number})`);
  }
  return texts;
}

/** Whether its client may send it again. */
function isFailed(entry: Entry): boolean {
  const outcome = outcomeOf(entry);
  return outcome === "unknown" || entry.status === 429 || entry.status === 401;
}
