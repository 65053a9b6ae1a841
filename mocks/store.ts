/**
 * The Plant Store mock, in process and without MSW.
 *
 * @module plant-store-sdk/mocks/store
 */
import { rejectOldNode } from "./service/exact-json.ts";
import { type PlantStore, ReferenceStore } from "./service/reference-store.ts";
import { type PlantStoreOptions, resolveStoreOptions } from "./service/store-options.ts";

export type { StoreFetch } from "./adapters/fetch.ts";
export { type Fault, type FaultFilter, type FaultTiming, faults } from "./faults/faults.ts";
export type { Latency } from "./service/latency.ts";
export type { RecordedRequest } from "./service/recorded-request.ts";
export type { PlantStore } from "./service/reference-store.ts";
export type { ChaosOptions, PlantStoreOptions } from "./service/store-options.ts";
export type { StoreEvent, StoreListener, SubscribedRequest } from "./service/subscriptions.ts";

/**
 * Creates a store. Stores are independent of each other.
 *
 * @throws TypeError if an option is unknown or invalid
 * @throws Error on Node before 22
 */
export function createPlantStore(options?: PlantStoreOptions): PlantStore {
  rejectOldNode("createPlantStore");
  return new ReferenceStore(resolveStoreOptions(options));
}
