/** Runs whole imports in this process. */
import { type NewPlant, PlantStoreClient, type PlantStoreFetch } from "plant-store-sdk";
import {
  type ImportedRow,
  type ImportJournal,
  type ImportPlantsOptions,
  type ImportProgress,
  importPlants,
  type JournalRow,
  type PlantRow,
  readPlants,
  type Shard,
} from "plant-store-sdk/import";
import { expect } from "vitest";
import { openJournalFile } from "../../tools/import/journal/open-journal.ts";
import { testOptions } from "../support/client.ts";
import { succeed } from "../support/fetch-stubs.ts";

/** A journal in memory, which is opened at once. */
export const memoryJournal = (shard?: Shard) =>
  openJournalFile(":memory:", { baseUrl: testOptions.baseUrl, shard });

/** A journal that shows that the store has responded. Before that, one request at a time is sent. */
export async function usedJournal() {
  const journal = memoryJournal();
  await importComplete(succeed, [{ id: 0, name: "First fern" }], { journal });
  return journal;
}

export interface Import {
  rows: ImportedRow[];
  /** What the import threw. */
  error: unknown;
  /** The last counts. */
  progress: ImportProgress | undefined;
}

/** Imports plants until the import ends, with a new journal unless one is given. */
export async function importAll(
  fetch: PlantStoreFetch,
  plants: Parameters<typeof importPlants>[1],
  options: Partial<ImportPlantsOptions> = {},
): Promise<Import> {
  const client = new PlantStoreClient({ ...testOptions, fetch });
  const result: Import = { rows: [], error: undefined, progress: undefined };
  const onProgress = (progress: ImportProgress) => {
    result.progress = progress;
    options.onProgress?.(progress);
  };
  try {
    const journal = memoryJournal();
    for await (const row of importPlants(client, plants, { journal, ...options, onProgress }))
      result.rows.push(row);
  } catch (error) {
    result.error = error;
  }
  return result;
}

/** Like {@link importAll}, but fails the test if the import throws. Returns the rows by id. */
export async function importComplete(...args: Parameters<typeof importAll>) {
  const { rows, error, progress } = await importAll(...args);
  expect(error).toBeUndefined();
  expect(progress?.complete).toBe(true);
  return new Map<unknown, ImportedRow>(rows.map((row) => [Object(row.plant).id, row]));
}

/** Plants with the ids 1 to `count`. */
export function plantsUpTo(count: number): NewPlant[] {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `Fern ${index + 1}` }));
}

/** The rows of a whole input. */
export async function readAll(...args: Parameters<typeof readPlants>): Promise<PlantRow[]> {
  const rows: PlantRow[] = [];
  for await (const row of readPlants(...args)) rows.push(row);
  return rows;
}

/** The rows of a journal that may exist. */
export const unknownRowsOf = (journal: ImportJournal): JournalRow[] => [...journal.unknownRows()];
