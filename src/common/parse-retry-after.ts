/**
 * `Retry-After` is a number of seconds or an HTTP date (RFC 9110 sections 5.6.7 and 10.2.3). A date in the asctime format
 * has no time zone, so GMT is appended.
 */
const SECONDS = /^\d+$/;
const HTTP_DATE = /^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d/;

/** The longest wait that is told apart, s: a longer one counts as this one (RFC 9111 section 1.2.2). */
const MAX_SECONDS = 2 ** 31;

/** Returns ms from now, or `undefined` if the header is missing or invalid. */
export function parseRetryAfter(header: string): number | undefined {
  if (SECONDS.test(header)) return Math.min(Number(header), MAX_SECONDS) * 1000;
  if (!HTTP_DATE.test(header)) return undefined;
  const date = Date.parse(header.endsWith("GMT") ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
