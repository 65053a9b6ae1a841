/**
 * Import of many plants, which can be interrupted and continued. Runs in every runtime; `plant-store-sdk/import/node` adds
 * files.
 *
 * @module plant-store-sdk/import
 */

export { listUnknownRows, type RowDecision, type UnknownRow } from "./decisions.ts";
export { PlantStoreImportError } from "./import-error.ts";
export type { ImportClient, ImportPlantsOptions } from "./import-options.ts";
export { importPlants } from "./import-plants.ts";
export type { HoldReason, ImportedRow, ImportProgress } from "./imported-row.ts";
export { type ImportJournal, memoryJournal } from "./journal.ts";
export type { PauseReason } from "./pace.ts";
export type { ImportInput } from "./pending-rows.ts";
export type { PlantRow } from "./plant-row.ts";
export { type ByteReader, type ByteStream, readPlants } from "./read-plants.ts";
