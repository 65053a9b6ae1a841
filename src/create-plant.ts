/** The operation "Create plant" without a client. */
import { runCall } from "./call/run-call.ts";
import type { NewPlant, Plant } from "./contract/schemas.ts";
import type { CreatePlantOptions } from "./options.ts";
import { type PlantStoreResult, unwrap } from "./result.ts";

/** Result of {@link safeCreatePlant}. */
export type CreatePlantResult = PlantStoreResult<Plant>;

/**
 * Creates one plant, without a client. By default, retries only what created nothing: failed connections, a 429,
 * and a 401 if there is another token. A failure whose `outcome` is `"unknown"` may have created the plant, so sending it again
 * may create a duplicate.
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
  return runCall(plant, options);
}
