/** Reads plants from a file. */
import { createReadStream } from "node:fs";
import { PlantStoreImportError } from "../import-error.ts";
import type { PlantRow } from "../plant-row.ts";
import { readPlants } from "../read-plants.ts";

/**
 * Reads plants from a file like {@link readPlants}, which keeps only a small part of it in memory.
 *
 * @throws PlantStoreImportError if the file cannot be read
 */
export async function* readPlantsFile(path: string | URL): AsyncGenerator<PlantRow, void, undefined> {
  yield* readPlants(readFile(path));
}

async function* readFile(path: string | URL): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* createReadStream(path);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new PlantStoreImportError("input", `Cannot read ${path} (${code ?? message}).`, { cause: error });
  }
}
