/** The life of a call, from top to bottom. */
import { changedFields } from "../contract/changed-fields.ts";
import { formatIssues } from "../contract/issues.ts";
import { parseNewPlant } from "../contract/parse-new-plant.ts";
import { writePlant } from "../contract/plant-fields.ts";
import type { NewPlant, Plant } from "../contract/schemas.ts";
import {
  configurationError,
  ownFailures,
  type PlantStoreConfigurationError,
  type PlantStoreFailure,
  PlantStoreValidationError,
  responseHead,
} from "../errors.ts";
import type { EventOfCall } from "../events.ts";
import type { CreatePlantOptions } from "../options.ts";
import type { PlantStoreResult } from "../result.ts";
import { decideRetry } from "./decide-retry.ts";
import { getToken, renewToken, type TokenRenewal } from "./get-token.ts";
import {
  connectionFailure,
  countPossiblePlants,
  deadlineFailure,
  optionFailure,
  unforeseenFailure,
} from "./make-failure.ts";
import { cancel } from "./read-body.ts";
import { type FinalResponse, readResponse } from "./read-response.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import { sendRequest } from "./send-request.ts";
import { type Call, startCall } from "./start-call.ts";

/**
 * Creates a plant (`POST /plants`; specification, "Create plant"). Never rejects.
 *
 * @param client the options of the client, if it is one's call
 */
export async function runCall(
  plant: NewPlant,
  options: CreatePlantOptions | undefined,
  client?: ResolvedOptions,
): Promise<PlantStoreResult<Plant>> {
  let call: Call;
  try {
    call = startCall(options, client);
  } catch (error) {
    return { success: false, error: error as PlantStoreConfigurationError };
  }
  const { attempts, deadline, emit } = call;
  try {
    const { data: valid, issues, cause } = parseNewPlant(plant);
    if (!valid) {
      const message = `The plant is invalid: ${formatIssues(issues, "the plant")}. Nothing was sent.`;
      throw new PlantStoreValidationError(message, { outcome: "not-created", attempts: 0, issues, cause });
    }
    const final = await sendUntilFinal(call, writePlant(valid));
    const data = await readResponse(call, final, valid.name);
    const { length: attempt } = attempts;
    const possibleDuplicate = countPossiblePlants(attempts) > 1;
    const changed = changedFields(valid, data);
    const shared = { possibleDuplicate, changedFields: changed };
    emit?.({ type: "success", attempt, status: final.status, duration: deadline.elapsed, ...shared });
    return { success: true, data, response: responseHead(final), attempts: attempt, ...shared };
  } catch (thrown) {
    const error = toFailure(call, thrown);
    const { kind, outcome, possibleDuplicate, response, attempts: attempt } = error;
    const duration = deadline.elapsed;
    const shared = { kind, outcome, possibleDuplicate, error };
    // Cast, because TypeScript does not see that `kind` is that of `error`.
    emit?.({ type: "failure", attempt, status: response?.status, duration, ...shared } as EventOfCall);
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
    const token: string | null =
      renewedToken ??
      (typeof options.token === "string" ? options.token : await deadline.race(getToken(call)));
    const attempt = await sendRequest(call, token, body);
    deadline.throwIfEnded();
    const { outcome, response, failure, defect } = attempt;
    if (defect) throw optionFailure(call, "fetch", defect.problem, defect.cause);

    const decision = decideRetry(call, renewedToken !== null);
    const renewal: TokenRenewal | undefined = decision.renewToken
      ? await deadline.race(renewToken(call, token))
      : undefined;
    renewedToken ??= renewal?.token ?? null;

    const wait = renewal?.token ? 0 : decision.wait;
    if (wait !== undefined) {
      cancel(response?.unread);
      emit?.({ type: "retry", attempt: attempts.length, status: response?.status, wait, outcome });
      await deadline.race(deadline.sleep(wait));
    } else if (failure) {
      throw connectionFailure(call, failure);
    } else {
      return { ...(response as FinalResponse), whyNoRetry: decision.why, renewalFailure: renewal?.failure };
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
