/**
 * `Retry-After` is a number of seconds or an HTTP date (RFC 9110 sections 5.6.7 and 10.2.3). Some services send decimals, and
 * some (OpenAI, Azure) `retry-after-ms`. If there are several, the first one counts. A date in the asctime format has no time
 * zone, so GMT is appended.
 */
const DECIMAL = /^\d+(\.\d+)?\s*(,|$)/;
const HTTP_DATE = /^([A-Z][a-z]+,? .*?\d\d:\d\d:\d\d( \d{4})?)( GMT)?\s*(,|$)/;

/** A longer number counts as this one, ms (RFC 9111 section 1.2.2). */
const MAX_WAIT_MS = 2 ** 31 * 1000;

/** The wait that a response asks for, ms, or `undefined` if it has no readable header for it. */
export function readRetryAfter(headers: Pick<Headers, "get">): number | undefined {
  const get = (name: string) => headers.get(name) ?? "";
  const date = parseDate(get("retry-after"));
  // Both dates come from the server's clock. The local one may be wrong.
  if (date) return Math.max(0, date - (parseDate(get("date")) || Date.now()));
  return parseDecimal(get("retry-after"), 1000) ?? parseDecimal(get("retry-after-ms"), 1);
}

const parseDate = (text: string) => Date.parse(`${HTTP_DATE.exec(text)?.[1]} GMT`);

const parseDecimal = (text: string, unitMs: number) =>
  DECIMAL.test(text) ? Math.min(Math.ceil(Number.parseFloat(text) * unitMs), MAX_WAIT_MS) : undefined;
