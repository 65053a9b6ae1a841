/** Reads a journal file without changing it. */
import { createReadStream } from "node:fs";
import { fileError } from "../import-error.ts";
import { LineSplitter } from "../input/split-lines.ts";
import {
  checkHeader,
  type ExpectedOwner,
  isHeader,
  type JournalOwner,
  parseHeader,
} from "./journal-header.ts";

/**
 * Reads the entries of a journal, which another process may be writing. An incomplete last line is left out.
 *
 * @param start position of the first entry, bytes
 * @param flush writes what is waiting
 */
export async function* readEntries(
  path: string,
  start: number,
  flush?: () => Promise<void>,
): AsyncGenerator<string, void, undefined> {
  await flush?.();
  const decoder = new TextDecoder();
  const splitter = new LineSplitter();
  for await (const chunk of createReadStream(path, { start })) {
    for (const { bytes } of splitter.split(chunk)) {
      const line = decoder.decode(bytes);
      if (!isHeader(line)) yield line;
    }
  }
}

/**
 * Reads a journal without opening it for an import. What a crash left at its end is left out.
 *
 * @param owner if given, the journal must belong to it
 * @throws PlantStoreImportError if the file cannot be read, or is not a journal
 */
export async function* readJournal(
  path: string,
  owner?: ExpectedOwner,
): AsyncGenerator<string, void, undefined> {
  try {
    const header = await readFirstLine(path);
    if (header === undefined) return;
    if (owner) checkHeader(header, path, owner);
    else parseHeader(header, path);
    for await (const line of readEntries(path, 0)) {
      if (line.includes("\0")) return; // A power failure left zeros.
      yield line;
    }
  } catch (error) {
    throw fileError("journal", `Cannot read the journal ${path}`, error);
  }
}

/**
 * What a journal belongs to. Undefined if its first line is incomplete.
 *
 * @throws PlantStoreImportError if the file cannot be read, or is not a journal
 */
export async function readOwner(path: string): Promise<JournalOwner | undefined> {
  try {
    const header = await readFirstLine(path);
    return header === undefined ? undefined : parseHeader(header, path);
  } catch (error) {
    throw fileError("journal", `Cannot read the journal ${path}`, error);
  }
}

/** Undefined if it is incomplete. */
async function readFirstLine(path: string): Promise<string | undefined> {
  const splitter = new LineSplitter();
  for await (const chunk of createReadStream(path)) {
    for (const { bytes } of splitter.split(chunk)) return new TextDecoder().decode(bytes);
  }
  return undefined;
}
