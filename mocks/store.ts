/**
 * The Plant Store mock, in process and without MSW.
 *
 * @module plant-store-sdk/mocks/store
 */
import { FetchableStore } from "./adapters/fetch.ts";
import { rejectOldNode } from "./model/exact-json.ts";
import type { MockStore as MockStoreMembers } from "./service/mock-store.ts";
import { type MockStoreOptions, resolveStoreOptions } from "./service/store-options.ts";

export { type Creation, type PlantStoreRules, parseRules, type Rejection } from "../src/contract/rules.ts";
export { describeFault, type FaultDescription } from "./model/describe-fault.ts";
export type {
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

/** A mock of the Plant Store in this process. Stores are independent of each other. */
export interface MockStore extends MockStoreMembers {}

/** The class of {@link MockStore}. */
export interface MockStoreConstructor {
  /**
   * @throws TypeError if an option is unknown or invalid
   * @throws Error on Node before 22
   */
  new (options?: MockStoreOptions): MockStore;
}

/** See {@link MockStoreConstructor}. */
export const MockStore: MockStoreConstructor = class MockStore extends FetchableStore {
  constructor(options?: MockStoreOptions) {
    rejectOldNode("MockStore");
    super(resolveStoreOptions(options));
  }
};
