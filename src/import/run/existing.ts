/** How a store rejects a plant whose id exists. */

import type { PlantStoreFailure } from "../../errors.ts";
import { configurationError } from "../../errors.ts";

/** A response that says that a plant with this id exists. */
export interface ExistingPlantResponse {
  /** Such as 409. Not a status that has another meaning for an import: 401, 403, 404, 405, 407, 408, 429 and 499. */
  status: number;
  /**
   * The `error` in its body. A 400 needs one, because the specification uses 400 for every rejection.
   * @default any
   */
  error?: number | undefined;
}

const OTHER_MEANING = [401, 403, 404, 405, 407, 408, 429, 499];

/** @throws PlantStoreConfigurationError */
export function resolveExisting({ status, error }: ExistingPlantResponse): ExistingPlantResponse {
  if (!Number.isInteger(status) || status < 400 || status > 499 || OTHER_MEANING.includes(status)) {
    throw configurationError("existing", "must have a status such as 409 that only rejects a plant");
  }
  if (error === undefined ? status === 400 : !Number.isInteger(error)) {
    throw configurationError("existing", "must have an integer as `error`, which a 400 needs");
  }
  return { status, error };
}

export function saysThatPlantExists(
  failure: PlantStoreFailure,
  existing: ExistingPlantResponse | undefined,
): boolean {
  if (!existing || failure.status !== existing.status || failure.outcome !== "not-created") return false;
  return existing.error === undefined || errorNumberOf(failure) === existing.error;
}

function errorNumberOf(failure: PlantStoreFailure): unknown {
  if (failure.kind === "rejected") return failure.error;
  try {
    return Object(JSON.parse(`${failure.body}`)).error;
  } catch {
    return undefined;
  }
}
