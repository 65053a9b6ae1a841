/**
 * SDK for the Plant Store. It creates plants, and every failure says whether a plant was created.
 *
 * @module plant-store-sdk
 */

// Create a plant

export { PlantStoreClient } from "./client.ts";
export { type CreatePlantResult, createPlant, safeCreatePlant } from "./create-plant.ts";
export type { PlantStoreResult } from "./result.ts";

// Options

export { type CachedToken, type CachedTokenOptions, cachedToken } from "./cached-token.ts";
export type {
  CreatePlantOptions,
  PlantStoreCallOptions,
  PlantStoreClientOptions,
  PlantStoreFetch,
  PlantStoreHeaders,
  PlantStoreRequestInit,
  PlantStoreResponse,
  PlantStoreToken,
  PlantStoreTokenContext,
} from "./options.ts";

// Failures

export type { PlantStoreOutcome } from "./contract/decide-outcome.ts";
export {
  isPlantStoreFailure,
  PlantStoreAbortError,
  PlantStoreConfigurationError,
  PlantStoreConnectionError,
  PlantStoreError,
  type PlantStoreFailure,
  type PlantStoreFailureJSON,
  PlantStoreResponseError,
  type PlantStoreResponseHead,
  PlantStoreSdkError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
  PlantStoreValidationError,
} from "./errors.ts";

// Events

export type { PlantStoreEvent } from "./events.ts";

// The service's objects

export type { PlantStoreIssue } from "./contract/issues.ts";
export { parseNewPlant } from "./contract/parse-new-plant.ts";
export {
  errorSchema,
  type NewPlant,
  newPlantSchema,
  type Plant,
  type PlantStoreErrorBody,
  type PlantStoreSchema,
  type PlantStoreSchemaError,
  plantSchema,
} from "./contract/schemas.ts";

// Version

export { VERSION } from "./version.ts";
