/** Makes the failures of a call from its attempts. */
import { connectionProblem } from "#classify-network-error";
import type { PlantStoreOutcome } from "../contract/decide-outcome.ts";
import {
  PlantStoreAbortError,
  PlantStoreConfigurationError,
  PlantStoreConnectionError,
  type PlantStoreFailure,
  type PlantStoreFailureDetails,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
} from "../errors.ts";
import { isTemporary } from "./decide-retry.ts";
import { describeNetworkError, type NetworkFailure } from "./describe-network-error.ts";
import type { Attempt, Call } from "./start-call.ts";

/** The last sentence of a failure's message. */
const PHRASES: Record<PlantStoreOutcome, string> = {
  "not-created": "No plant was created.",
  unknown: "The plant may have been created: sending it again may create a duplicate.",
  created: "The plant was created: do not send it again.",
};

/** The number of attempts that may have created the plant. */
export function countPossiblePlants(attempts: readonly { outcome: PlantStoreOutcome }[]): number {
  return attempts.filter(({ outcome }) => outcome !== "not-created").length;
}

/**
 * The arguments of a failure's constructor: the message, and the fields that every failure has. After an "unknown" attempt, a
 * later rejection cannot make the outcome "not-created".
 *
 * @param problem a sentence without its period
 * @param more fields of the failure's class
 * @param mayPass whether the problem may pass, so that sending the plant again may succeed; by default, the last attempt decides
 * @param lastOutcome the outcome of the last attempt alone
 */
export function failureArguments<More extends object>(
  { attempts }: Call,
  problem: string,
  more: More,
  mayPass = isTemporary(attempts.at(-1) as Attempt),
  lastOutcome = attempts.at(-1)?.outcome ?? "not-created",
): [message: string, details: PlantStoreFailureDetails & More] {
  const possiblePlants = countPossiblePlants(attempts);
  const outcome = lastOutcome === "not-created" && possiblePlants > 0 ? "unknown" : lastOutcome;
  const details = {
    outcome,
    retryable: mayPass && outcome === "not-created",
    possibleDuplicate: possiblePlants > 1,
    attempts: attempts.length,
    response: attempts.at(-1)?.response,
    ...more,
  };
  return [`${problem}. ${PHRASES[outcome]}`, details];
}

/** The failure of a call that its deadline ended: a timeout or an abort. */
export function deadlineFailure(call: Call): PlantStoreFailure {
  const { endedBy, signal } = call.deadline;
  if (endedBy === "signal") {
    const problem = "The call was aborted by its `signal`";
    return new PlantStoreAbortError(...failureArguments(call, problem, { cause: signal.reason }, false));
  }
  const timeout = call.options.timeout as number;
  const problem = `The call exceeded its \`timeout\` of ${timeout} ms`;
  // Another attempt would get the 400 again. After any other rejection, the call waited for a token or for the next attempt.
  const mayPass = call.attempts.at(-1)?.response?.status !== 400;
  return new PlantStoreTimeoutError(...failureArguments(call, problem, { timeout }, mayPass));
}

/** The failure of a call whose connection failed, or was lost while the body of its response was read. */
export function connectionFailure(call: Call, failure: NetworkFailure): PlantStoreConnectionError {
  const { permanent, reason, code, cause } = failure;
  const { response } = call.attempts.at(-1) as Attempt;
  const what = response
    ? `The connection was lost while reading the response (${call.url}, status ${response.status})`
    : `${connectionProblem(failure, call.url)} (${call.url})`;
  const details = { permanent, code, cause };
  return new PlantStoreConnectionError(...failureArguments(call, `${what}: ${reason}`, details));
}

/** The failure of a call whose token function failed. */
export function tokenFailure(call: Call, cause: unknown): PlantStoreTokenError {
  const problem = "The `token` function failed; see `cause`";
  return new PlantStoreTokenError(...failureArguments(call, problem, { cause }, true));
}

/** The failure for an option that turned out to be wrong during the call: the `token` function's result, or `fetch`. */
export function optionFailure(
  call: Call,
  option: string,
  problem: string,
  cause?: unknown,
): PlantStoreConfigurationError {
  const details = { option, problem, cause };
  return new PlantStoreConfigurationError(
    ...failureArguments(call, `\`${option}\` ${problem}`, details, false),
  );
}

/** The failure for an exception that should not occur: a strange `fetch` or response, or a bug of the client. */
export function unforeseenFailure(call: Call, thrown: unknown): PlantStoreConfigurationError {
  const { cause } = describeNetworkError(thrown, call.redactor);
  const problem = `or the client failed unexpectedly (${cause.name}: ${cause.message}); see \`cause\``;
  return optionFailure(call, "fetch", problem, cause);
}
