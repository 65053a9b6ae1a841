/** The operation "Create plant": what it sends, what it expects, and the functions that perform it without a client. */
import type { Operation } from "./call/operation.ts";
import { perform } from "./call/perform.ts";
import { resolveOptions } from "./call/resolve-options.ts";
import { errorSchema, type NewPlant, newPlantSchema, type Plant, plantSchema } from "./contract/schemas.ts";
import type { CreatePlantOptions } from "./options.ts";
import { type PlantStoreResult, unwrap } from "./result.ts";

/** Result of {@link safeCreatePlant}. */
export type CreatePlantResult = PlantStoreResult<Plant>;

/** `POST /plants` (specification, "Create plant"). */
export const createPlantOperation: Operation<NewPlant, Plant> = {
  method: "POST",
  path: "/plants",
  request: { schema: newPlantSchema, noun: "plant" },
  responses: { 200: plantSchema, 400: errorSchema },
  idempotent: false,
  evidence: "name",
  phrases: {
    "not-created": "No plant was created.",
    unknown: "The plant may have been created: sending it again may create a duplicate.",
    created: "The plant was created: do not send it again.",
  },
};

/**
 * Creates a plant (specification, "Create plant") without a client.
 *
 * @returns the plant as returned by the service
 * @throws a {@link PlantStoreFailure}, see {@link isPlantStoreFailure}
 */
export async function createPlant(plant: NewPlant, options?: CreatePlantOptions): Promise<Plant> {
  return unwrap(await safeCreatePlant(plant, options));
}

/** Works like {@link createPlant}, but never rejects: it returns failures. */
export function safeCreatePlant(plant: NewPlant, options?: CreatePlantOptions): Promise<CreatePlantResult> {
  return perform(createPlantOperation, plant, () => resolveOptions(options));
}
