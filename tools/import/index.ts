/**
 * Import of many plants, which can be interrupted and continued. For Node, Bun and Deno.
 *
 * @module plant-store-sdk/import
 */

export { PlantStoreImportError } from "./import-error.ts";
export type { ReadPlantsOptions } from "./input/input-options.ts";
export type { PlantSource } from "./input/open-input-file.ts";
export type { PlantRow } from "./input/parse-json-row.ts";
export type { PlantColumns } from "./input/plant-columns.ts";
export { readPlants } from "./input/read-plants.ts";
export type { InputFormat } from "./input/recognize-format.ts";
export type { Shard } from "./input/shard.ts";
export type { RowDecision } from "./journal/decisions.ts";
export type { ImportJournal } from "./journal/journal.ts";
export type { JournalCounts, JournalRow, RowOutcome } from "./journal/journal-rows.ts";
export { type OpenJournalOptions, openJournal } from "./journal/open-journal.ts";
export type { DuplicateResponse } from "./run/duplicates.ts";
export type {
  HoldReason,
  ImportClient,
  ImportedRow,
  ImportedRowRequest,
  ImportInput,
  ImportPause,
  ImportPlantsOptions,
  ImportProgress,
  PauseReason,
} from "./run/import-options.ts";
export { importPlants } from "./run/import-run.ts";
