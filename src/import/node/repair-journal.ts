/** Prepares a journal file after a crash: a line that was not written completely is removed. */
import { type FileHandle, open, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { PlantStoreImportError } from "../import-error.ts";
import { parseEntry } from "../journal/journal-entry.ts";
import { checkHeader, formatHeader, type JournalOwner } from "./journal-header.ts";

const NEWLINE = 0x0a;

/** A header is shorter, and so is a line that a crash can leave incomplete. */
const MAX_TORN_LINE_BYTES = 1024 * 1024;

/**
 * Checks the header, which is written to an empty file, and removes an incomplete last line. Such a line was not durable
 * yet, so nothing was sent because of it.
 *
 * @returns the length of the header, bytes
 * @throws PlantStoreImportError if the file is not the journal of this owner; then it is not changed
 */
export async function repairJournal(handle: FileHandle, path: string, owner: JournalOwner): Promise<number> {
  const header = Buffer.from(formatHeader(owner));
  const start = await read(handle, 0);
  const headerLength = start.indexOf(NEWLINE) + 1;
  if (headerLength === 0 && header.subarray(0, start.length).equals(start)) {
    await handle.truncate(0);
    await handle.appendFile(header);
    await handle.sync();
    await syncFolder(dirname(await realpath(path)));
    return header.length;
  }
  checkHeader(start.toString("utf8", 0, headerLength), path, owner);

  const { size } = await handle.stat();
  const endPosition = Math.max(size - MAX_TORN_LINE_BYTES, 0);
  const end = await read(handle, endPosition);
  // After a power failure, a part that was not written can be zeros, followed by a later part that was written.
  const zeros = end.indexOf(0);
  const complete = end.lastIndexOf(NEWLINE, zeros === -1 ? undefined : zeros) + 1;
  if (complete === 0) {
    const problem = `The journal ${path} ends with an invalid line`;
    throw new PlantStoreImportError("journal", `${problem}. Restore the journal from a backup.`);
  }
  if (zeros !== -1 && wasDurable(end.toString("utf8", 0, complete), end.toString("utf8", zeros))) {
    const problem = `The journal ${path} contains zeros that no crash left there`;
    throw new PlantStoreImportError("journal", `${problem}. Restore the journal from a backup.`);
  }
  if (complete < end.length) await handle.truncate(endPosition + complete);
  return headerLength;
}

/** Whether a request was sent because of a line at the zeros or behind them: then that line was durable before it. */
function wasDurable(before: string, after: string): boolean {
  const intents = new Set(entriesOf(before, "intent"));
  return entriesOf(after, "outcome").some((attempt) => !intents.has(attempt));
}

/** The rows and attempts of all entries of one kind. */
function entriesOf(text: string, event: "intent" | "outcome"): string[] {
  return text
    .split("\n")
    .map((line) => parseEntry(line)?.entry)
    .filter((entry) => entry?.event === event)
    .map((entry) => `${entry?.row} ${entry?.attempt}`);
}

async function read(handle: FileHandle, position: number): Promise<Buffer> {
  const buffer = Buffer.alloc(MAX_TORN_LINE_BYTES);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
  return buffer.subarray(0, bytesRead);
}

/** Makes the name of a new file durable. Some systems cannot, and do not need it. */
export async function syncFolder(path: string): Promise<void> {
  let folder: FileHandle | undefined;
  try {
    folder = await open(path);
    await folder.sync();
  } catch {
    // The content of the file is durable either way.
  } finally {
    await folder?.close();
  }
}
