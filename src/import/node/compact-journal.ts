/** Rewrites a journal with one line per row. */
import { createWriteStream } from "node:fs";
import { open, realpath, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileError, PlantStoreImportError } from "../import-error.ts";
import { formatEntry } from "../journal/journal-entry.ts";
import { RowHistory } from "../journal/row-history.ts";
import { canBeDecided } from "../journal/row-state.ts";
import { formatHeader, type JournalOwner } from "./journal-header.ts";
import { openJournal } from "./open-journal.ts";
import { readOwner } from "./read-journal.ts";
import { syncFolder } from "./repair-journal.ts";

/**
 * Replaces a journal in one step, so that a crash leaves the old one or the new one. Its lock keeps imports out.
 *
 * @returns the sizes, bytes
 * @throws PlantStoreImportError if the file cannot be used, is not a journal, or is in use
 */
export async function compactJournal(path: string): Promise<{ before: number; after: number }> {
  const owner = await readOwner(path);
  if (!owner) throw new PlantStoreImportError("journal", `The journal ${path} is empty.`);
  const journal = await openJournal(path, owner);
  try {
    const target = await realpath(path);
    const compacted = `${target}.compact`;
    const { size: before } = await stat(target);
    const history = await RowHistory.read(journal);
    await pipeline(linesOf(history, owner), createWriteStream(compacted));
    const file = await open(compacted, "r+");
    await file.sync();
    const { size: after } = await file.stat();
    await file.close();
    await rename(compacted, target);
    await syncFolder(dirname(target));
    return { before, after };
  } catch (error) {
    throw fileError("journal", `Cannot compact the journal ${path}`, error, "It was not changed.");
  } finally {
    await journal.close();
  }
}

async function* linesOf(history: RowHistory, owner: JournalOwner): AsyncGenerator<string, void, undefined> {
  yield formatHeader(owner);
  for await (const { index, id: _, ...listed } of history.list(({ attempt }) => attempt > 0)) {
    const { row, attempt, revision, outcome, ...details } = listed;
    const state = history.table.state(index);
    const { isDecided } = state;
    const known = { event: "row", row, attempt, revision, outcome, isDecided } as const;
    yield `${formatEntry(canBeDecided(state) ? { ...known, ...details } : known)}\n`;
  }
}
