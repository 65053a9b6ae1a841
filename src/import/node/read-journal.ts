/** Reads a journal file without changing it. */
import { createReadStream } from "node:fs";
import { PlantStoreImportError } from "../import-error.ts";
import { LineSplitter } from "../split-lines.ts";
import { checkHeader, isHeader } from "./journal-header.ts";

/** The complete lines of a journal. @param start position of the first one, bytes */
export async function* readLines(path: string, start: number): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const splitter = new LineSplitter();
  for await (const chunk of createReadStream(path, { start })) {
    for (const { bytes } of splitter.split(chunk)) yield decoder.decode(bytes);
  }
}

/**
 * Reads the entries of a journal, which another process may be writing. What a crash left at its end is left out.
 *
 * @param baseUrl if given, the journal must belong to it
 * @throws PlantStoreImportError if the file cannot be read, or is not a journal
 */
export async function* readJournal(path: string, baseUrl?: string): AsyncGenerator<string, void, undefined> {
  let isFirst = true;
  try {
    for await (const line of readLines(path, 0)) {
      if (line.includes("\0")) return; // A power failure left zeros.
      if (isFirst) checkHeader(line, path, baseUrl);
      else if (!isHeader(line)) yield line;
      isFirst = false;
    }
  } catch (error) {
    if (error instanceof PlantStoreImportError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new PlantStoreImportError("journal", `Cannot read the journal ${path} (${code ?? message}).`, {
      cause: error,
    });
  }
}
