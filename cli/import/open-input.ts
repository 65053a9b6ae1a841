/** The input of the command: a file, or standard input. */
import { constants, createReadStream } from "node:fs";
import { access, stat } from "node:fs/promises";
import { fileError } from "../../src/import/import-error.ts";
import { type PlantRow, readPlants } from "../../src/import/index.ts";
import { splitRows } from "../../src/import/input/split-rows.ts";
import { readPlantsFile } from "../../src/import/node/index.ts";

/** @throws PlantStoreImportError if the file cannot be opened */
export async function openInput(path: string): Promise<AsyncIterable<PlantRow>> {
  if (path === "-") return readPlants(process.stdin);
  try {
    await access(path, constants.R_OK); // Not `open`, which consumes a named pipe. Fails before a journal is created.
  } catch (error) {
    throw fileError("input", `Cannot read ${path}`, error);
  }
  return readPlantsFile(path);
}

/** The number of rows of a file, or undefined for a pipe, which can be read only once. Takes about a second for a million rows. */
export async function countRows(path: string): Promise<number | undefined> {
  if (path === "-") return undefined;
  let rows = 0;
  try {
    if (!(await stat(path)).isFile()) return undefined;
    for await (const _ of splitRows(createReadStream(path))) rows += 1;
  } catch {
    // The import reports it.
  }
  return rows;
}
