/** Decides whether another attempt follows, and when. */
import { backoffMs } from "../common/backoff.ts";
import type { PlantStoreOutcome } from "../contract/decide-outcome.ts";
import type { NetworkFailure } from "./describe-network-error.ts";
import type { ReceivedResponse } from "./read-head.ts";

/** Always retried: the service did nothing. */
const TOO_MANY_REQUESTS = 429;

/** Usually temporary. Retried only if a duplicate is acceptable, because the plant may have been created. */
const TRANSIENT_STATUSES = [408, 500, 502, 503, 504];

/** The longest `Retry-After` that the client waits for. A longer one fails the call. */
const MAX_RETRY_AFTER_MS = 60_000;

/** The result of an attempt, as far as the decision depends on it. */
export interface EndedAttempt {
  /** Whether this attempt alone created something. */
  outcome: PlantStoreOutcome;
  response?: Pick<ReceivedResponse, "status" | "retryAfter">;
  /** Why no response arrived. */
  failure?: Pick<NetworkFailure, "permanent">;
}

export interface DecisionOptions {
  maxRetries: number;
  /** Whether to repeat an attempt that may have created something. */
  retryUnknown: boolean | undefined;
  /** Whether the token can be renewed: a function returns it, and it was not renewed yet. */
  renewable: boolean;
  /** Whether the token was renewed. The attempt that this caused does not count as a retry. */
  renewed: boolean;
  /** Time until the call's deadline, ms. */
  remaining: number;
  /** From 0 to 1. */
  random: number;
}

/** Without `wait` and `renewToken`, the last attempt is final. */
export interface Decision {
  /** Send another attempt after this time, ms. */
  wait?: number;
  /** Send another attempt if there is another token. */
  renewToken?: boolean;
  /** A clause that says why the last attempt is final, although another one may succeed. */
  why?: string;
}

/** Whether the cause of a failed attempt passes without anybody's doing, and the service did nothing if it responded. */
export function isTemporary({ failure, response }: Omit<EndedAttempt, "outcome">): boolean {
  return failure ? !failure.permanent : response?.status === TOO_MANY_REQUESTS;
}

/** @param attempts those that were sent, at least one; the last one has just ended */
export function decideRetry(attempts: readonly EndedAttempt[], options: DecisionOptions): Decision {
  const last = attempts.at(-1) as EndedAttempt;
  const { status = 0, retryAfter = 0 } = last.response ?? {};
  if (status === 401) return { renewToken: options.renewable };
  if (!isTemporary(last) && !TRANSIENT_STATUSES.includes(status)) return {};
  if (!options.retryUnknown && last.outcome !== "not-created") return { why: "`retryUnknown` is not set" };

  const { maxRetries, remaining, random } = options;
  const retries = attempts.length - (options.renewed ? 2 : 1);
  // What the server asks for plus the backoff, so that a retry is neither early nor in step with others.
  const wait = retryAfter + backoffMs(retries, random);
  if (retries >= maxRetries) return { why: `\`maxRetries\` is ${maxRetries}` };
  if (retryAfter > MAX_RETRY_AFTER_MS) return { why: "the client waits 60 s at most" };
  if (wait >= remaining) return { why: "`timeout` ends before the next attempt" };
  return { wait };
}
