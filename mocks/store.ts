/**
 * The Plant Store mock, in process and without MSW.
 *
 * @module plant-store-sdk/mocks/store
 */

export { type Creation, type PlantStoreRules, parseRules, type Rejection } from "../src/contract/rules.ts";
export type { MockStoreFetch } from "./adapters/fetch.ts";
export { MockStore } from "./adapters/mock-store.ts";
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
export type { MockStoreSettings } from "./service/settings.ts";
export type { MockStoreOptions } from "./service/store-options.ts";
export type { PlantValidator, ValidatorContext } from "./service/validator.ts";
