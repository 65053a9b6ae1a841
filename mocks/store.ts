/**
 * The Plant Store mock, in process and without MSW.
 *
 * @module plant-store-sdk/mocks/store
 */
import { openStore } from "./adapters/fetch.ts";
import { rejectOldNode } from "./model/exact-json.ts";
import type { PlantStore } from "./service/plant-store.ts";
import { type PlantStoreOptions, resolveStoreOptions } from "./service/store-options.ts";

export type { Creation, PlantStoreRules, Rejection } from "../src/contract/rules.ts";
export { describeFault, type FaultDescription, type FaultFailure } from "./model/describe-fault.ts";
export type {
  BodyFaultOptions,
  ConnectionFaultOptions,
  Fault,
  FaultOptions,
  StatusFaultOptions,
} from "./model/fault.ts";
export { faults } from "./model/faults.ts";
export type { Latency } from "./model/latency.ts";
export type {
  RecordedRequest,
  RecordedResponse,
  StoreEvent,
  StoreListener,
  SubscribedRequest,
} from "./model/recorded-request.ts";
export type { ChaosOptions } from "./service/chaos.ts";
export type { PlantStore, StoreFetch } from "./service/plant-store.ts";
export type { PlantStoreOptions } from "./service/store-options.ts";
export type { PlantValidator, ValidatorContext } from "./service/validator.ts";

/**
 * Creates a store. Stores are independent of each other.
 *
 * @throws TypeError if an option is unknown or invalid
 * @throws Error on Node before 22
 */
export function createPlantStore(options?: PlantStoreOptions): PlantStore {
  rejectOldNode("createPlantStore");
  return openStore(resolveStoreOptions(options));
}
