/** Which attempts may be repeated, and after how long. */
import type { Call } from "./call.ts";

/** Retried by default: the store refuses for now, and nothing was created. */
const TOO_MANY_REQUESTS = 429;

/** Retried with `retryUnknown`: they usually pass, but the plant may have been created. */
const PASSING_TROUBLE = [408, 500, 502, 503, 504];

/** The back-off doubles from the first of these to the second, ms; up to half of it is left to chance, against herds. */
const FIRST_BACKOFF = 300;
const LONGEST_BACKOFF = 10_000;

/** A store that asks for more patience than this, ms, is reported instead of waited for. */
const LONGEST_RETRY_AFTER = 60_000;

/** Whether an attempt that was answered with this status may be repeated. */
export function mayRetryStatus(status: number, retryUnknown: boolean): boolean {
  return status === TOO_MANY_REQUESTS || (retryUnknown && PASSING_TROUBLE.includes(status));
}

/**
 * How long until the next attempt, ms; `undefined` where none is left, or where it would come after the
 * deadline. The store's own `retryAfter` is never undercut.
 */
export function waitBeforeRetry(call: Call, retryAfter?: number): number | undefined {
  const { attempts, settings, deadline } = call;
  const wait = retryAfter ?? backoff(attempts);
  const mayWait = wait <= LONGEST_RETRY_AFTER && wait < deadline.remaining;
  return mayWait && attempts <= settings.maxRetries ? wait : undefined;
}

function backoff(attempts: number): number {
  const longest = Math.min(FIRST_BACKOFF * 2 ** (attempts - 1), LONGEST_BACKOFF);
  return longest * (1 - Math.random() / 2);
}

/** Seconds, or one of the three HTTP dates, of which asctime's leaves its GMT out (RFC 9110 sections 5.6.7, 10.2.3). */
const SECONDS = /^\d+$/;
const HTTP_DATE = /^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d/;

/** An answer's `Retry-After` as ms from now; `undefined` where there is none that can be understood. */
export function parseRetryAfter({ headers }: Response): number | undefined {
  const header = headers.get("retry-after") ?? "";
  if (SECONDS.test(header)) return Math.min(Number(header) * 1000, Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(header)) return undefined;
  const date = Date.parse(header.endsWith("GMT") ? header : `${header} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
