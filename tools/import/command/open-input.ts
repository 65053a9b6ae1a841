/** The input of the command: a file, or standard input. */
import { accessSync, constants, fstatSync, statSync } from "node:fs";
import { quoteForShell } from "../../../src/common/quote-for-shell.ts";
import { flagOf } from "../../terminal/flag-names.ts";
import type { PlantRow, ReadPlantsOptions } from "../index.ts";
import { type Advise, InputReading } from "../input/input-reading.ts";
import { checkIsFile } from "../input/open-input-file.ts";
import { nameError, readBatches, rowsOf } from "../input/read-plants.ts";

export interface Input {
  rows: AsyncIterable<PlantRow>;
  reading: InputReading;
  /** The part of the input that was read, from 0 to 1, or undefined for a pipe. */
  share(): number | undefined;
}

/** Such as `pass --null '\N'`. */
const adviseOperator: Advise = (option, value) =>
  `pass ${[flagOf(option), ...(value === true ? [] : [value].flat().map(quoteForShell))].join(" ")}`;

/** @param onNote see {@link InputReading} @throws PlantStoreImportError if the file cannot be opened */
export function openInput(path: string, options: ReadPlantsOptions, onNote: (text: string) => void): Input {
  const reading = new InputReading(adviseOperator, onNote);
  const isStdin = path === "-";
  const name = isStdin ? "standard input" : path;
  const size = checkInput(path, name, isStdin);
  const rows = rowsOf(readBatches(isStdin ? process.stdin : path, options, reading, name));
  return { rows, reading, share: () => (isStdin ? undefined : shareOf(reading, size)) };
}

/** Fails before a journal is created. Returns the size of the input. */
function checkInput(path: string, name: string, isStdin: boolean): number {
  try {
    const found = isStdin ? fstatSync(0) : statSync(path);
    if (!isStdin) accessSync(path, constants.R_OK);
    if (!isStdin || found.isDirectory()) checkIsFile(found);
    return found.size;
  } catch (error) {
    throw nameError(error, name);
  }
}

/** Bytes are read before their rows, and those of a compressed file have another number. */
function shareOf({ source, textBytes, rowBytes }: InputReading, size: number): number {
  const { bytesRead = 0 } = source?.file ?? {};
  return textBytes === 0 || size === 0 ? 0 : Math.min((bytesRead / size) * (rowBytes / textBytes), 1);
}
