/**
 * SDK for the Plant Store. It creates plants, and every failure says whether a plant was created.
 *
 * @module plant-store-sdk
 */

// Create a plant

export { PlantStoreClient } from "./client.ts";
export { type CreatePlantResult, createPlant, safeCreatePlant } from "./create-plant.ts";
export type { PlantStoreFailureResult, PlantStoreResult, PlantStoreSuccess } from "./result.ts";

// Options

export { cachedToken } from "./cached-token.ts";
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

export {
  isPlantStoreFailure,
  PlantStoreAbortError,
  PlantStoreConfigurationError,
  PlantStoreConnectionError,
  PlantStoreError,
  type PlantStoreFailure,
  type PlantStoreFailureDetails,
  PlantStoreResponseError,
  PlantStoreSdkError,
  PlantStoreTimeoutError,
  PlantStoreValidationError,
} from "./errors.ts";
export type { PlantStoreOutcome } from "./outcome.ts";

// Events

export type {
  PlantStoreEvent,
  PlantStoreEventBase,
  PlantStoreFailureEvent,
  PlantStoreRequestEvent,
  PlantStoreResponseEvent,
  PlantStoreRetryEvent,
  PlantStoreSuccessEvent,
} from "./events.ts";

// The service's objects

export type { PlantStoreIssue, PlantStoreIssueCode } from "./contract/issues.ts";
export {
  errorSchema,
  type NewPlant,
  newPlantSchema,
  type Plant,
  type PlantStoreErrorBody,
  plantSchema,
} from "./contract/schemas.ts";

// Version

export { VERSION } from "./version.ts";
