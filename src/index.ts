/**
 * SDK for the Plant Store: create plants, and know of every failure whether it created one.
 *
 * @module plant-store-sdk
 */

// Create a plant
export { PlantStoreClient } from "./client.ts";
export {
  type CreatePlantFailure,
  type CreatePlantResult,
  type CreatePlantSuccess,
  createPlant,
  safeCreatePlant,
} from "./create-plant.ts";
// Handle what can go wrong
export {
  isPlantStoreFailure,
  PlantStoreAbortError,
  PlantStoreConfigurationError,
  PlantStoreConnectionError,
  PlantStoreError,
  type PlantStoreFailure,
  type PlantStoreFailureDetails,
  type PlantStoreOutcome,
  PlantStoreResponseError,
  PlantStoreSdkError,
  PlantStoreTimeoutError,
  PlantStoreValidationError,
} from "./errors.ts";
// Watch it
export type {
  PlantStoreEvent,
  PlantStoreFailureEvent,
  PlantStoreRequestEvent,
  PlantStoreResponseEvent,
  PlantStoreRetryEvent,
  PlantStoreSuccessEvent,
} from "./events.ts";
export type {
  CreatePlantCallOptions,
  CreatePlantOptions,
  PlantStoreClientOptions,
  PlantStoreFetch,
  PlantStoreRequestInit,
  PlantStoreResponse,
} from "./options.ts";
// The wire contract
export {
  errorSchema,
  type NewPlant,
  newPlantSchema,
  type Plant,
  type PlantStoreErrorBody,
  type PlantStoreIssue,
  plantSchema,
} from "./schemas.ts";
export { VERSION } from "./version.ts";
