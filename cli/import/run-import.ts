/** Runs an import for the command: opens what it needs, and shows what happens. */

import type { ImportedRow, ImportProgress } from "../../src/import/index.ts";
import { applyDecisions } from "../../src/import/journal/operator-decisions.ts";
import { type JournalCounts, RowHistory } from "../../src/import/journal/row-history.ts";
import { openJournal } from "../../src/import/node/index.ts";
import { resolveImportOptions } from "../../src/import/run/import-options.ts";
import { importRows } from "../../src/import/run/import-plants.ts";
import { PlantStoreClient } from "../../src/index.ts";
import type { ImportArguments } from "./arguments.ts";
import type { Interruption } from "./interruption.ts";
import { openInput } from "./open-input.ts";
import { rejectInputAsJournal } from "./same-file.ts";
import { formatCount } from "./terminal-text.ts";
import { tokenFrom } from "./token-file.ts";
import { readDecisions, unknownFileOf, writeUnknownFile } from "./unknown-file.ts";

/** How an import ended. */
export interface ImportResult {
  /** Undefined if it ended before the first row. */
  progress: ImportProgress | undefined;
  /** The whole journal, which may have rows that were not read, or are not in the input. */
  journal: JournalCounts;
  /** Outcomes in the file of unknown rows that were not passed to `--resolve`. Undefined if the file was not written. */
  undecided: number | undefined;
  /** What ended it early. */
  error: unknown;
}

/** What an import shows while it runs. */
export interface ImportListener {
  /** May resolve later, to slow the import down. */
  onRow(row: ImportedRow): Promise<void> | void;
  onProgress(progress: ImportProgress): void;
  /** A sentence about something that the operator should know. */
  onNote(text: string): void;
}

/** @throws if the import cannot start, or the journal cannot be read */
export async function runImport(
  args: ImportArguments,
  interruption: Interruption,
  listener: ImportListener,
): Promise<ImportResult> {
  const { baseUrl, timeout, allowInsecureHttp, tokenFile, concurrency, maxPause, resendUnknown } = args;
  const token = tokenFile === undefined ? undefined : await tokenFrom(tokenFile);
  const client = new PlantStoreClient({ baseUrl, timeout, allowInsecureHttp, token });
  rejectInputAsJournal(args);
  const input = await openInput(args.file);
  const journal = await openJournal(args.journal, { baseUrl: client.baseUrl });
  let result: ImportResult;
  try {
    const history = await RowHistory.read(journal);
    let progress: ImportProgress | undefined;
    let error: unknown;
    let undecided: number | undefined;
    let isResolved = args.resolve === undefined;
    try {
      if (args.resolve !== undefined) {
        const ignored = new IgnoredDecisions(listener.onNote);
        await applyDecisions(history, readDecisions(args.resolve), ignored.add);
        ignored.end();
        isResolved = true;
      }
      const options = resolveImportOptions(client, input, {
        journal,
        concurrency,
        maxPause,
        resendUnknown,
        allowChanged: args.allowChanged,
        signal: interruption.stop.signal,
        abortSignal: interruption.abort.signal,
        onProgress: (current) => {
          progress = current;
          listener.onProgress(current);
        },
      });
      for await (const row of importRows(client, input, history, options)) await listener.onRow(row);
    } catch (thrown) {
      error = thrown;
    }
    try {
      // After a mistake in --resolve, the operator corrects that file, which may be this one.
      if (isResolved)
        undecided = await writeUnknownFile(unknownFileOf(args.journal), history, listener.onNote);
    } catch (thrown) {
      error ??= thrown;
    }
    result = { progress, journal: history.count(), undecided, error };
  } catch (error) {
    await journal.close().catch(() => {}); // The first error is the reason.
    throw error;
  }
  await journal.close().catch((error: unknown) => {
    result.error ??= error;
  });
  return result;
}

/** A stale file may have a million decisions. */
const MAX_NOTES = 20;

/** Reports the decisions that were ignored. */
export class IgnoredDecisions {
  readonly #onNote: ImportListener["onNote"];
  #count = 0;

  constructor(onNote: ImportListener["onNote"]) {
    this.#onNote = onNote;
  }

  readonly add = ({ row }: { row: string }, reason: string): void => {
    this.#count += 1;
    if (this.#count <= MAX_NOTES) this.#onNote(`The decision about row ${row} was ignored. ${reason}`);
  };

  end(): void {
    const more = this.#count - MAX_NOTES;
    if (more > 0) this.#onNote(`Further ignored decisions: ${formatCount(more)}.`);
  }
}
