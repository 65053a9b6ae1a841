/** Decides whether another attempt follows, and when. */
import { backoffMs } from "../common/backoff.ts";
import type { Attempt, Call } from "./start-call.ts";

/** The service did nothing. */
const TOO_MANY_REQUESTS = 429;

/** Usually temporary. Retried only if a duplicate is acceptable, because the plant may have been created. */
const TRANSIENT_STATUSES = [408, 500, 502, 503, 504];

/** The longest `Retry-After` that the client waits for. A longer one fails the call. */
const MAX_RETRY_AFTER_MS = 60_000;

/** Without `wait` and `renewToken`, the last attempt is final. */
interface Decision {
  /** Send another attempt after this time, ms. */
  wait?: number;
  /** Send another attempt if there is another token. */
  renewToken?: boolean;
  /** A clause that says why the last attempt is final, although another one may succeed. */
  why?: string;
}

/** Whether the cause of a failed attempt passes without anybody's doing, and the service did nothing if it responded. */
export function isTemporary({ failure, response }: Attempt): boolean {
  return failure ? !failure.permanent : response?.status === TOO_MANY_REQUESTS;
}

/**
 * Decides after an attempt has ended.
 *
 * @param isRenewed whether the token was renewed. The attempt that this caused does not count as a retry
 */
export function decideRetry({ attempts, options, deadline }: Call, isRenewed: boolean): Decision {
  const last = attempts.at(-1) as Attempt;
  const { status = 0, retryAfter = 0 } = last.response ?? {};
  if (status === 401) return { renewToken: typeof options.token === "function" && !isRenewed };
  if (!isTemporary(last) && !TRANSIENT_STATUSES.includes(status)) return {};
  if (!options.retryUnknown && last.outcome !== "not-created") return { why: "`retryUnknown` is not set" };

  const { maxRetries } = options;
  const retries = attempts.length - (isRenewed ? 2 : 1);
  // What the server asks for plus the backoff, so that a retry is neither early nor in step with others.
  const wait = retryAfter + backoffMs(retries);
  if (retries >= maxRetries) return { why: `\`maxRetries\` is ${maxRetries}` };
  if (retryAfter > MAX_RETRY_AFTER_MS) return { why: "the client waits 60 s at most" };
  if (wait >= deadline.remaining) return { why: "`timeout` ends before the next attempt" };
  return { wait };
}
