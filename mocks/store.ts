/**
 * The Plant Store mock, in process and without MSW.
 *
 * @module plant-store-sdk/mocks/store
 */
import { openStore } from "./adapters/fetch.ts";
import { rejectOldNode } from "./model/exact-json.ts";
import type { MockStore as Store } from "./service/mock-store.ts";
import { type MockStoreOptions, resolveStoreOptions } from "./service/store-options.ts";

export { type Creation, type PlantStoreRules, parseRules, type Rejection } from "../src/contract/rules.ts";
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
  MockStoreEvent,
  MockStoreListener,
  RecordedRequest,
  RecordedResponse,
  SubscribedRequest,
} from "./model/recorded-request.ts";
export type { ChaosOptions } from "./service/chaos.ts";
export type { MockStoreFetch } from "./service/mock-store.ts";
export type { MockStoreSettings } from "./service/settings.ts";
export type { MockStoreOptions } from "./service/store-options.ts";
export type { PlantValidator, ValidatorContext } from "./service/validator.ts";

/** A mock of the Plant Store in this process. */
export interface MockStore extends Store {}

/** Creates a store. Stores are independent of each other. */
export interface MockStoreConstructor {
  /**
   * @throws TypeError if an option is unknown or invalid
   * @throws Error on Node before 22
   */
  new (options?: MockStoreOptions): MockStore;
}

/** See {@link MockStoreConstructor}. */
export const MockStore = function MockStore(options?: MockStoreOptions): MockStore {
  rejectOldNode("MockStore");
  return openStore(resolveStoreOptions(options));
} as unknown as MockStoreConstructor;
