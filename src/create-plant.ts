/** The operation "Create plant": what it sends, what it expects, and the functions that perform it without a client. */

import { runCall } from "./call/run-call.ts";
import type { Operation } from "./call/start-call.ts";
import { formatIssues } from "./contract/issues.ts";
import { parseNewPlant } from "./contract/parse-new-plant.ts";
import { writePlant } from "./contract/plant-fields.ts";
import { errorSchema, type NewPlant, type Plant, plantSchema } from "./contract/schemas.ts";
import { PlantStoreValidationError } from "./errors.ts";
import type { CreatePlantOptions } from "./options.ts";
import { type PlantStoreResult, unwrap } from "./result.ts";

/** Result of {@link safeCreatePlant}. */
export type CreatePlantResult = PlantStoreResult<Plant>;

/** `POST /plants` (specification, "Create plant"). */
export const createPlantOperation: Operation<NewPlant, Plant> = {
  method: "POST",
  path: "/plants",
  writeBody,
  responses: { 200: plantSchema, 400: errorSchema },
  evidence: "name",
  phrases: {
    "not-created": "No plant was created.",
    unknown: "The plant may have been created: sending it again may create a duplicate.",
    created: "The plant was created: do not send it again.",
  },
};

/**
 * Creates one plant, without a client. Retries only failed connections and 429, which certainly created nothing. A failure
 * whose `outcome` is `"unknown"` may have created the plant, so sending it again may create a duplicate.
 *
 * ```ts
 * const plant = await createPlant({ id: 42, name: "Fern" }, { baseUrl: "https://plants.example", token });
 * console.log(plant.name); // Fern
 * ```
 *
 * @param options where to create it, and how; `baseUrl` and `token` default to environment variables
 * @returns the plant as returned by the service
 * @throws a {@link PlantStoreFailure}, see {@link isPlantStoreFailure}
 */
export async function createPlant(plant: NewPlant, options?: CreatePlantOptions): Promise<Plant> {
  return unwrap(await safeCreatePlant(plant, options));
}

/**
 * Works like {@link createPlant}, but never rejects: it returns failures.
 *
 * ```ts
 * const result = await safeCreatePlant({ id: 42, name: "Fern" }, { baseUrl: "https://plants.example", token });
 * if (result.success) console.log(result.data.name); // Fern
 * else console.error(result.error.outcome, result.error.message);
 * ```
 */
export function safeCreatePlant(plant: NewPlant, options?: CreatePlantOptions): Promise<CreatePlantResult> {
  return runCall(createPlantOperation, plant, options);
}

/** @throws PlantStoreValidationError */
function writeBody(plant: NewPlant): string {
  const { data, issues, cause } = parseNewPlant(plant);
  if (issues) {
    const message = `The plant is invalid: ${formatIssues(issues, "the plant")}. Nothing was sent.`;
    throw new PlantStoreValidationError(message, { outcome: "not-created", attempts: 0, issues, cause });
  }
  return writePlant(data);
}
