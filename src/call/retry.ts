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
 * Delay before the next attempt, ms: `retryAfter` if the server sent one, otherwise the backoff. Returns `undefined` if
 * no retries are left, or if the delay is too long or would pass the deadline.
 */
export function retryDelay(call: Call, retryAfter?: number): number | undefined {
  const { attempts, options, deadline } = call;
  const delay = retryAfter ?? backoff(attempts);
  const canWait = delay <= MAX_RETRY_AFTER && delay < deadline.remaining;
  // 0 attempts: ky failed before it called `fetch`.
  return canWait && attempts > 0 && attempts <= options.maxRetries ? delay : undefined;
}

function backoff(attempts: number): number {
  const longest = Math.min(INITIAL_BACKOFF * 2 ** (attempts - 1), MAX_BACKOFF);
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
  if (SECONDS.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(header)) return undefined;
  const date = Date.parse(header.endsWith("GMT") ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
