/** The life of a call, from top to bottom. */

import type { PlantStoreFailure } from "../errors.ts";
import { configurationError, ownFailures, type PlantStoreConfigurationError } from "../errors.ts";
import type { PlantStoreResult } from "../result.ts";
import { decideRetry } from "./decide-retry.ts";
import { describeNetworkError } from "./describe-network-error.ts";
import { getToken, renewToken, type TokenRenewal } from "./get-token.ts";
import { connectionFailure, deadlineFailure, mayBeDuplicate, optionFailure } from "./make-failure.ts";
import type { Operation } from "./operation.ts";
import { type FinalResponse, readResponse } from "./read-response.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import { type Attempt, cancel, sendRequest } from "./send-request.ts";
import { type Call, startCall } from "./start-call.ts";

/**
 * Never rejects.
 *
 * @param resolve returns the call's options, or throws a PlantStoreConfigurationError
 */
export async function runCall<Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
  resolve: () => ResolvedOptions,
): Promise<PlantStoreResult<Output>> {
  let call: Call;
  try {
    call = startCall(operation, resolve());
  } catch (error) {
    return { success: false, error: error as PlantStoreConfigurationError };
  }
  const { deadline, emit } = call;
  const attempts: Attempt[] = [];
  try {
    const body = operation.writeBody(input);
    const final = await sendUntilFinal(call, attempts, body);
    const data = await readResponse(call, operation, attempts, final, body);
    const { status, headers } = final;
    const { length: attempt } = attempts;
    const possibleDuplicate = mayBeDuplicate(attempts);
    emit({ type: "success", attempt, status, duration: deadline.elapsed, possibleDuplicate });
    return { success: true, data, response: { status, headers }, attempts: attempt, possibleDuplicate };
  } catch (thrown) {
    const error = toFailure(call, attempts, thrown);
    const { kind, outcome, status, attempts: attempt } = error;
    emit({ type: "failure", attempt, status, duration: deadline.elapsed, kind, outcome, error });
    return { success: false, error };
  } finally {
    deadline.close();
  }
}

/**
 * Sends attempts until one is final, and returns its response.
 *
 * @param attempts receives each attempt that was sent
 * @throws a PlantStoreFailure, or the deadline's reason
 */
async function sendUntilFinal(
  call: Call,
  attempts: Attempt[],
  body: string | undefined,
): Promise<FinalResponse> {
  const { operation, options, deadline, emit } = call;
  if (!(options.fetch ?? globalThis.fetch)) throw configurationError("fetch", "is missing: pass one");
  let renewedToken: string | null = null;
  for (;;) {
    deadline.throwIfEnded();
    const token: string | null = renewedToken ?? (await deadline.race(getToken(call, attempts)));
    const number = attempts.length + 1;
    const attempt = await sendRequest(call, { number, token, body });
    if (attempt.wasSent) attempts.push(attempt);
    deadline.throwIfEnded();

    const renewed = renewedToken !== null;
    const decision = decideRetry(attempt.wasSent ? attempts : [], {
      maxRetries: options.maxRetries,
      retryUnknown: operation.idempotent || options.retryUnknown,
      renewable: typeof options.token === "function" && !renewed,
      renewed,
      remaining: deadline.remaining,
      random: Math.random(),
    });
    const renewal: TokenRenewal | undefined = decision.renewToken
      ? await deadline.race(renewToken(call, attempts, token))
      : undefined;
    renewedToken ??= renewal?.token ?? null;

    const { outcome, response, failure } = attempt;
    const wait = renewal?.token ? 0 : decision.wait;
    if (wait !== undefined) {
      cancel(response?.unread);
      emit({ type: "retry", attempt: number, status: response?.status, wait, outcome });
      await deadline.race(deadline.sleep(wait));
    } else if (failure) {
      throw connectionFailure(call, attempts, failure);
    } else if (response) {
      return { ...response, whyNoRetry: decision.why, renewalError: renewal?.error };
    } else {
      throw optionFailure(call, attempts, "fetch", "must resolve with a Response");
    }
  }
}

/** The failure that the caller gets, whatever was thrown. */
function toFailure(call: Call, attempts: readonly Attempt[], thrown: unknown): PlantStoreFailure {
  const { endedBy, signal } = call.deadline;
  // The reason of the caller's signal may be the failure of another call.
  if (ownFailures.has(thrown as object) && thrown !== signal.reason) return thrown as PlantStoreFailure;
  if (!endedBy)
    return connectionFailure(call, attempts, describeNetworkError((thrown as Error).cause, call.redactor));
  cancel(attempts.at(-1)?.response?.unread);
  return deadlineFailure(call, attempts);
}
