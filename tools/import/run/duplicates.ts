/** How a store rejects a plant whose id exists, and for which ids such a rejection can be believed. */

import { OTHER_CAUSES } from "../../../src/contract/decide-outcome.ts";
import {
  isSameRejection,
  otherRejections,
  type PlantStoreRules,
  type Rejection,
  readDuplicates,
  recognitionProblem,
} from "../../../src/contract/rules.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { configurationError, type PlantStoreFailure } from "../../../src/errors.ts";
import { readRejection } from "./judge-result.ts";

/** A response that says that a plant with this id exists. */
export interface DuplicateResponse {
  /** Such as 409. Not a status that has another meaning for an import: 401, 403 to 408, 429 and 499. */
  status: number;
  /**
   * The `error` in its body. A 400 needs one, because the specification uses 400 for every rejection.
   * @default any
   */
  error?: number | undefined;
}

const OTHER_STATUSES = Object.values(OTHER_CAUSES).flat();

/** @throws PlantStoreConfigurationError */
export function resolveDuplicates({ status, error }: DuplicateResponse): DuplicateResponse {
  if (!Number.isInteger(status) || status < 400 || status > 499 || OTHER_STATUSES.includes(status)) {
    throw configurationError("duplicates", "must have a status such as 409 that only rejects a plant");
  }
  if (error === undefined ? status === 400 : !Number.isInteger(error)) {
    throw configurationError("duplicates", "must have an integer error number, which a 400 needs");
  }
  return { status, error };
}

/** How a store with these rules rejects a plant whose id exists, or why that cannot be told. */
export function duplicatesOf(rules: PlantStoreRules): DuplicateResponse | string {
  const problem = recognitionProblem(rules);
  if (problem !== undefined) return problem;
  const { equal, different } = readDuplicates(rules) as Record<"equal" | "different", Rejection>;
  if (!isSameRejection(equal, different)) return "equal and different duplicates are rejected differently";
  if (rules.atomicIds !== true) return "two requests at the same time may both create a plant";
  if (OTHER_STATUSES.includes(equal.status)) return `a ${equal.status} has other meanings`;
  // Without need, the body is not looked at: only a 400 has to have one.
  const needsError =
    equal.status === 400 || otherRejections(rules).some(({ status }) => status === equal.status);
  return { status: equal.status, error: equal.error ?? (needsError ? equal.status : undefined) };
}

export function saysThatPlantExists(
  failure: PlantStoreFailure,
  plant: NewPlant,
  duplicates: DuplicateResponse | undefined,
  rules?: PlantStoreRules,
): boolean {
  if (!duplicates || failure.response?.status !== duplicates.status || failure.outcome !== "not-created")
    return false;
  if (!isExact(plant, rules)) return false;
  return duplicates.error === undefined || readRejection(failure).error === duplicates.error;
}

const MAX_DOUBLE = BigInt(Number.MAX_SAFE_INTEGER);

/** Whether the store cannot confuse this id with another one: a store that rounds ids rejects a neighbour's, too. */
export function isExact(plant: NewPlant, { exactIds }: PlantStoreRules = {}): boolean {
  const id = BigInt(plant.id);
  return exactIds === true || (id <= MAX_DOUBLE && id >= -MAX_DOUBLE);
}
