/** What the entry points export about stores, in this process and in others. */
export type { Creation, PlantStoreRules, Rejection } from "../src/contract/rules.ts";
export { describeFault, type FaultDescription } from "./model/describe-fault.ts";
export type { ConnectionFaultOptions, Fault, FaultOptions, StatusFaultOptions } from "./model/fault.ts";
export { faults } from "./model/faults.ts";
export type {
  MockStoreEvent,
  RecordedRequest,
  RecordedResponse,
  SubscribedRequest,
} from "./model/recorded-request.ts";
export type { ChaosOptions, Latency } from "./service/chaos.ts";
export type { MockStoreSettings } from "./service/settings.ts";
