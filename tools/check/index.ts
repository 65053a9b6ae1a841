/**
 * Checks a running Plant Store service: whether it keeps its contract, and how it behaves where the specification is silent.
 *
 * @module plant-store-sdk/check
 */
export type { Creation, FieldRejections, PlantStoreRules, Rejection } from "../../src/contract/rules.ts";
export { checkPlantStore } from "./check-plant-store.ts";
export type { PlantStoreCheckOptions } from "./run/check-options.ts";
export type {
  PlantStoreCheckName,
  PlantStoreCheckOutcome,
  PlantStoreCheckReport,
  PlantStoreCheckResult,
} from "./run/report.ts";
