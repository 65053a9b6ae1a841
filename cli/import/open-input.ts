/** The input of the command: a file, or standard input. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { fileError } from "../../src/import/import-error.ts";
import { type PlantRow, type ReadPlantsOptions, readPlants } from "../../src/import/index.ts";
import { countFileRows, readPlantsStream } from "../../src/import/input/read-plants.ts";

/** @throws PlantStoreImportError if the file cannot be opened */
export async function openInput(path: string, options: ReadPlantsOptions): Promise<AsyncIterable<PlantRow>> {
  if (path === "-") return readPlantsStream(process.stdin, options, "standard input");
  try {
    await access(path, constants.R_OK); // Not `open`, which consumes a named pipe. Fails before a journal is created.
  } catch (error) {
    throw fileError("input", `Cannot read ${path}`, error);
  }
  return readPlants(path, options);
}

/** The number of rows of a file, or undefined for a pipe, which can be read only once. Takes about a second for a million rows. */
export async function countRows(path: string, options: ReadPlantsOptions): Promise<number | undefined> {
  try {
    if (path === "-" || !(await stat(path)).isFile()) return undefined;
    return await countFileRows(path, options);
  } catch {
    return undefined; // The import reports it.
  }
}
