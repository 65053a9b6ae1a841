/** Makes the failures of a call from its attempts. */
import {
  PlantStoreAbortError,
  PlantStoreConfigurationError,
  PlantStoreConnectionError,
  type PlantStoreFailure,
  type PlantStoreFailureDetails,
  PlantStoreTimeoutError,
} from "../errors.ts";
import type { PlantStoreOutcome } from "../outcome.ts";
import { connectionProblem } from "./classify-network-error.ts";
import type { NetworkFailure } from "./describe-network-error.ts";
import type { ReceivedResponse } from "./read-head.ts";
import type { Attempt } from "./send-request.ts";
import type { Call } from "./start-call.ts";

/** What failures say about attempts. */
type Attempts = readonly Pick<Attempt, "outcome" | "response">[];

/** Whether an attempt before the last one may have created something: then it may exist twice. */
export function mayBeDuplicate(attempts: Attempts): boolean {
  return attempts.slice(0, -1).some(({ outcome }) => outcome === "unknown");
}

/** The outcome of all attempts. After an "unknown" attempt, a later rejection cannot make it "not-created". */
function outcomeOf(attempts: Attempts): PlantStoreOutcome {
  const last = attempts.at(-1)?.outcome ?? "not-created";
  return last === "not-created" && mayBeDuplicate(attempts) ? "unknown" : last;
}

/** The fields that every failure has. */
export function detailsOf(attempts: Attempts): PlantStoreFailureDetails {
  const { status, headers } = attempts.at(-1)?.response ?? {};
  return { outcome: outcomeOf(attempts), attempts: attempts.length, status, headers };
}

/**
 * A failure's message: the problem, then the outcome.
 *
 * @param problem a sentence without its period
 */
export function messageOf({ operation }: Call, attempts: Attempts, problem: string): string {
  return `${problem}. ${operation.phrases[outcomeOf(attempts)]}`;
}

/** The failure of a call that its deadline ended: a timeout or an abort. */
export function deadlineFailure(call: Call, attempts: Attempts): PlantStoreFailure {
  const { endedBy, signal } = call.deadline;
  const details = detailsOf(attempts);
  const timeout = call.options.timeout as number;
  const isAborted = endedBy === "signal";
  const problem = isAborted ? "was aborted by its `signal`" : `exceeded its \`timeout\` of ${timeout} ms`;
  const message = messageOf(call, attempts, `The call ${problem}`);
  return isAborted
    ? new PlantStoreAbortError(message, { ...details, cause: signal.reason })
    : new PlantStoreTimeoutError(message, { ...details, timeout });
}

/** The failure of a call whose connection failed, or was lost while the body of its response was read. */
export function connectionFailure(
  call: Call,
  attempts: Attempts,
  { notSent, permanent, reason, code, cause }: NetworkFailure,
): PlantStoreConnectionError {
  const details = detailsOf(attempts);
  const problem =
    details.status === undefined
      ? `${connectionProblem(notSent)} (${call.url})`
      : `The connection was lost while reading the response (${call.url}, status ${details.status})`;
  const message = messageOf(call, attempts, `${problem}: ${reason}`);
  return new PlantStoreConnectionError(message, { ...details, permanent, code, cause });
}

/** The failure for an option that turned out to be wrong during the call: the `token` function, or `fetch`. */
export function optionFailure(
  call: Call,
  attempts: Attempts,
  option: string,
  problem: string,
  cause?: unknown,
): PlantStoreConfigurationError {
  const message = messageOf(call, attempts, `\`${option}\` ${problem}`);
  return new PlantStoreConfigurationError(message, { ...detailsOf(attempts), option, problem, cause });
}

/** The problem with a response whose status the specification does not show. */
export function describeStatus(
  { url, redactor }: Call,
  { status, retryAfter, unread, whyNoRetry }: ReceivedResponse & { whyNoRetry: string | undefined },
): string {
  // Browsers report a redirect as status 0.
  if (status === 0 || (status >= 300 && status < 400)) {
    return `Unexpected redirect from ${url} (status ${status}). Set \`baseUrl\` to its target`;
  }
  const phrase = redactor.redact(unread.statusText); // Empty in HTTP/2.
  const wait =
    whyNoRetry && retryAfter
      ? `. It asks for a wait of ${Math.ceil(retryAfter / 1000)} s, but ${whyNoRetry}`
      : "";
  const advice = [401, 403, 404].includes(status) ? ". Check `token` and `baseUrl`" : "";
  return `Unexpected status ${status}${phrase && ` ${phrase}`} from ${url}${wait}${advice}`;
}
