/** Runs an import for the command: opens what it needs, and shows what happens. */

import {
  type ImportedRow,
  type ImportJournal,
  type ImportPlantsOptions,
  type ImportProgress,
  importPlants,
  listUnknownRows,
} from "../../src/import/index.ts";
import { openJournal } from "../../src/import/node/index.ts";
import { PlantStoreClient } from "../../src/index.ts";
import type { ImportArguments } from "./arguments.ts";
import type { Interruption } from "./interruption.ts";
import { openInput } from "./open-input.ts";
import type { UnknownRows } from "./summary.ts";
import { tokenFrom } from "./token-file.ts";
import { readDecisions, unknownFileOf, writeUnknownFile } from "./unknown-file.ts";

/** How an import ended. */
export interface ImportResult {
  progress: ImportProgress;
  unknown: UnknownRows;
  /** What ended it early. */
  error: unknown;
}

/** What an import shows while it runs. */
export interface ImportListener {
  onRow(row: ImportedRow): void;
  onProgress(progress: ImportProgress): void;
  /** A line of the journal is read. */
  onJournalLine(): void;
  /** A sentence about something that the operator should know. */
  onNote(text: string): void;
}

export const NO_RESULT: ImportResult = {
  progress: { created: 0, notCreated: 0, unknown: 0, skipped: 0, orphaned: 0, complete: false },
  unknown: { total: 0, decided: 0 },
  error: undefined,
};

/** @throws if the import cannot start */
export async function runImport(
  args: ImportArguments,
  interruption: Interruption,
  listener: ImportListener,
): Promise<ImportResult> {
  const { baseUrl, timeout, allowInsecureHttp, tokenFile } = args;
  const token = tokenFile === undefined ? undefined : await tokenFrom(tokenFile);
  const client = new PlantStoreClient({ baseUrl, timeout, allowInsecureHttp, token });
  const input = await openInput(args.file);
  const file = await openJournal(args.journal, { baseUrl: client.baseUrl });
  const journal: ImportJournal = { ...file, read: () => watch(file.read(), listener.onJournalLine) };
  const result = { ...NO_RESULT };
  try {
    const options: ImportPlantsOptions = {
      journal,
      concurrency: args.concurrency,
      maxPause: args.maxPause,
      resendUnknown: args.resendUnknown,
      allowChanged: args.allowChanged,
      decisions: args.resolve === undefined ? undefined : readDecisions(args.resolve),
      onIgnoredDecision: ({ row }, reason) =>
        listener.onNote(`The decision about row ${row} was ignored. ${reason}`),
      signal: interruption.stop.signal,
      abortSignal: interruption.abort.signal,
      onProgress: (progress) => {
        result.progress = progress;
        listener.onProgress(progress);
      },
    };
    for await (const row of importPlants(client, input, options)) listener.onRow(row);
  } catch (error) {
    result.error = error;
  }
  try {
    const rows = await listUnknownRows(journal);
    result.unknown = {
      total: rows.length,
      decided: await writeUnknownFile(unknownFileOf(args.journal), rows),
    };
  } catch (error) {
    result.error ??= error;
  }
  await journal.close().catch((error: unknown) => {
    result.error ??= error;
  });
  return result;
}

async function* watch<T>(items: AsyncIterable<T> | Iterable<T>, onItem: () => void): AsyncGenerator<T> {
  for await (const item of items) {
    onItem();
    yield item;
  }
}
