/** Which attempts are retried, and after how long. */
import type { Call } from "./call.ts";

/** Always retried: nothing was created. */
const TOO_MANY_REQUESTS = 429;

/** Usually temporary. Retried only if a duplicate is acceptable, because the plant may have been created. */
const TRANSIENT_STATUSES = [408, 500, 502, 503, 504];

/** Exponential backoff, ms, reduced by up to 50 % jitter, so that clients do not retry in step. */
const INITIAL_BACKOFF = 300;
const MAX_BACKOFF = 10_000;

/** A longer `Retry-After` fails the call instead, ms. */
const MAX_RETRY_AFTER = 60_000;

export function isRetryableStatus(call: Call, status: number): boolean {
  return status === TOO_MANY_REQUESTS || (canRepeat(call) && TRANSIENT_STATUSES.includes(status));
}

/** Whether another attempt is safe, or its duplicates are accepted by the caller. */
export function canRepeat(call: Call): boolean {
  return call.options.retryUnknown || call.attemptOutcome === "not-created";
}

/**
 * Time until the next attempt, ms: at least `retryAfter`, if the server sent one. Returns `undefined` if no attempts
 * are left, or if the next one would start after the deadline.
 */
export function retryDelay(call: Call, retryAfter?: number): number | undefined {
  const { attempts, options, deadline } = call;
  const delay = retryAfter ?? backoff(attempts);
  const canWait = delay <= MAX_RETRY_AFTER && delay < deadline.remaining;
  return canWait && attempts <= options.maxRetries ? delay : undefined;
}

function backoff(attempts: number): number {
  const longest = Math.min(INITIAL_BACKOFF * 2 ** (attempts - 1), MAX_BACKOFF);
  return longest * (1 - Math.random() / 2);
}

/** Seconds, or one of three date formats. asctime's has no GMT at its end (RFC 9110 sections 5.6.7 and 10.2.3). */
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
