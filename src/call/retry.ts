/** Which attempts are retried, and after how long. */
import type { Call } from "./call.ts";

/** Always retried: nothing was created. */
const TOO_MANY_REQUESTS = 429;

/** Usually temporary. Retried only if a duplicate is acceptable, because the plant may have been created. */
const TRANSIENT_STATUSES = [408, 500, 502, 503, 504];

/** Exponential backoff, ms, reduced by up to 50 % jitter, so that clients do not retry in step. */
const INITIAL_BACKOFF = 300;
const MAX_BACKOFF = 10_000;

/** The longest `Retry-After` that the client waits for, ms. A longer one fails the call. */
const MAX_RETRY_AFTER = 60_000;

export function isRetryableStatus(call: Call, status: number): boolean {
  return status === TOO_MANY_REQUESTS || (mayRetry(call) && TRANSIENT_STATUSES.includes(status));
}

/** Whether a retry is safe, or the caller accepts that it may create a duplicate. */
export function mayRetry(call: Call): boolean {
  return call.options.retryUnknown || call.attemptOutcome === "not-created";
}

/**
 * Delay before the next attempt, ms: what the server asks for plus the backoff, so that a retry is neither early nor in
 * step with others. Returns a clause that says why, if there is no next attempt.
 *
 * @param retryAfter ms
 */
export function planRetry(call: Call, retryAfter = 0): number | string {
  const { attempts, renewedToken, options, deadline } = call;
  const retries = attempts - (renewedToken === undefined ? 1 : 2);
  const delay = retryAfter + backoff(retries);
  if (retries >= options.maxRetries) return `\`maxRetries\` is ${options.maxRetries}`;
  if (retryAfter > MAX_RETRY_AFTER) return "the client waits 60 s at most";
  if (delay >= deadline.remaining) return "`timeout` ends before the next attempt";
  return delay;
}

/** @param retries that were made before */
function backoff(retries: number): number {
  const longest = Math.min(INITIAL_BACKOFF * 2 ** retries, MAX_BACKOFF);
  return longest * (1 - Math.random() / 2);
}

/**
 * `Retry-After` is a number of seconds or an HTTP date (RFC 9110 sections 5.6.7 and 10.2.3). A date in the asctime format
 * has no time zone, so GMT is appended.
 */
const SECONDS = /^\d+$/;
const HTTP_DATE = /^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d/;

/** The `Retry-After` of a response, as ms from now. Returns `undefined` if it is missing or invalid. */
export function parseRetryAfter({ headers }: Response): number | undefined {
  const header = headers.get("retry-after") ?? "";
  if (SECONDS.test(header)) return Number(header) * 1000;
  if (!HTTP_DATE.test(header)) return undefined;
  const date = Date.parse(header.endsWith("GMT") ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
