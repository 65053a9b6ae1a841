/** What the entry points export about stores, in this process and in others. */
export type { Creation, FieldRejections, PlantStoreRules, Rejection } from "../src/contract/rules.ts";
export { describeFault, type FaultDescription } from "./parts/describe-fault.ts";
export type {
  ConnectionFaultOptions,
  Fault,
  FaultOptions,
  ResetFaultOptions,
  StatusFaultOptions,
} from "./parts/fault.ts";
export { faults } from "./parts/faults.ts";
export type {
  MockStoreEvent,
  RecordedRequest,
  RecordedResponse,
  SubscribedRequest,
} from "./parts/recorded-request.ts";
export type { ChaosOptions, Latency } from "./service/chaos.ts";
export type { MockStoreSettings } from "./service/settings.ts";
