/** The life of a call, from top to bottom. */

import {
  configurationError,
  ownFailures,
  type PlantStoreConfigurationError,
  type PlantStoreFailure,
} from "../errors.ts";
import type { CreatePlantOptions } from "../options.ts";
import type { PlantStoreResult } from "../result.ts";
import { decideRetry } from "./decide-retry.ts";
import { getToken, renewToken, type TokenRenewal } from "./get-token.ts";
import {
  connectionFailure,
  deadlineFailure,
  mayBeDuplicate,
  optionFailure,
  unforeseenFailure,
} from "./make-failure.ts";
import { cancel } from "./read-body.ts";
import { type FinalResponse, readResponse } from "./read-response.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import { sendRequest } from "./send-request.ts";
import { type Call, type Operation, startCall } from "./start-call.ts";

/**
 * Performs an operation. Never rejects.
 *
 * @param client the options of the client, if it is one's call
 */
export async function runCall<Input, Output>(
  operation: Operation<Input, Output>,
  input: Input,
  options: CreatePlantOptions | undefined,
  client?: ResolvedOptions,
): Promise<PlantStoreResult<Output>> {
  let call: Call;
  try {
    call = startCall(operation, options, client);
  } catch (error) {
    return { success: false, error: error as PlantStoreConfigurationError };
  }
  const { attempts, deadline, emit } = call;
  try {
    const body = operation.writeBody(input);
    const final = await sendUntilFinal(call, body);
    const data = (await readResponse(call, final, body)) as Output;
    const { status, headers } = final;
    const { length: attempt } = attempts;
    const possibleDuplicate = mayBeDuplicate(attempts);
    emit({ type: "success", attempt, status, duration: deadline.elapsed, possibleDuplicate });
    return { success: true, data, response: { status, headers }, attempts: attempt, possibleDuplicate };
  } catch (thrown) {
    const error = toFailure(call, thrown);
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
 * @throws a PlantStoreFailure, or the deadline's reason
 */
async function sendUntilFinal(call: Call, body: string): Promise<FinalResponse> {
  const { options, attempts, deadline, emit } = call;
  if (!(options.fetch ?? globalThis.fetch)) throw configurationError("fetch", "is missing: pass one");
  let renewedToken: string | null = null;
  for (;;) {
    deadline.throwIfEnded();
    const token: string | null = renewedToken ?? (await deadline.race(getToken(call)));
    const attempt = await sendRequest(call, token, body);
    deadline.throwIfEnded();
    const { outcome, response, failure, defect } = attempt;
    if (defect) throw optionFailure(call, "fetch", defect.problem, defect.cause);

    const renewed = renewedToken !== null;
    const decision = decideRetry(attempts, {
      maxRetries: options.maxRetries,
      retryUnknown: options.retryUnknown,
      renewable: typeof options.token === "function" && !renewed,
      renewed,
      remaining: deadline.remaining,
      random: Math.random(),
    });
    const renewal: TokenRenewal | undefined = decision.renewToken
      ? await deadline.race(renewToken(call, token))
      : undefined;
    renewedToken ??= renewal?.token ?? null;

    const wait = renewal?.token ? 0 : decision.wait;
    if (wait !== undefined) {
      cancel(response?.unread);
      emit({ type: "retry", attempt: attempts.length, status: response?.status, wait, outcome });
      await deadline.race(deadline.sleep(wait));
    } else if (failure) {
      throw connectionFailure(call, failure);
    } else {
      return { ...(response as FinalResponse), whyNoRetry: decision.why, renewalError: renewal?.error };
    }
  }
}

/** The failure that the caller gets, whatever was thrown. */
function toFailure(call: Call, thrown: unknown): PlantStoreFailure {
  const { endedBy, signal } = call.deadline;
  // The reason of the caller's signal may be the failure of another call.
  if (ownFailures.has(thrown as object) && thrown !== signal.reason) return thrown as PlantStoreFailure;
  cancel(call.attempts.at(-1)?.response?.unread);
  return endedBy ? deadlineFailure(call) : unforeseenFailure(call, thrown);
}
