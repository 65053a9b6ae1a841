/** The input of the command: a file, or standard input. */
import { accessSync, constants, statSync } from "node:fs";
import { fileError } from "../../src/import/import-error.ts";
import type { PlantRow, ReadPlantsOptions } from "../../src/import/index.ts";
import { InputReading, readInput } from "../../src/import/input/read-plants.ts";

export interface Input {
  rows: AsyncIterable<PlantRow>;
  reading: InputReading;
  /** The part of the input that was read, from 0 to 1, or undefined for a pipe. */
  share(): number | undefined;
}

/** @throws PlantStoreImportError if the file cannot be opened */
export function openInput(path: string, options: ReadPlantsOptions): Input {
  const reading = new InputReading();
  const rows = readInput(path === "-" ? process.stdin : path, options, reading);
  if (path === "-") return { rows, reading, share: () => undefined };
  try {
    accessSync(path, constants.R_OK); // Not `open`, which consumes a named pipe. Fails before a journal is created.
    const file = statSync(path);
    return { rows, reading, share: () => (file.isFile() ? shareOf(reading, file.size) : undefined) };
  } catch (error) {
    throw fileError("input", `Cannot read ${path}`, error);
  }
}

/** Bytes are read before their rows, and those of a compressed file have another number. */
function shareOf({ sourceBytes, textBytes, rowBytes }: InputReading, size: number): number {
  return textBytes === 0 || size === 0 ? 0 : Math.min((sourceBytes / size) * (rowBytes / textBytes), 1);
}
