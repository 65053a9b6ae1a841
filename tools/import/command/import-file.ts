/** Imports the file of the command, or tries it out (`--dry-run`). */
import { plural } from "../../../src/common/format-count.ts";
import type { Every } from "../../../src/common/read-options.ts";
import { checkOutput, draftOf, rejectInput } from "../../terminal/output-file.ts";
import { parseRejection, readRules } from "../../terminal/rules-file.ts";
import {
  type ImportedRow,
  type ImportJournal,
  type ImportPlantsOptions,
  type ImportProgress,
  importPlants,
  type JournalCounts,
} from "../index.ts";
import { openJournalFile } from "../journal/open-journal.ts";
import { duplicatesOf, resolveDuplicates } from "../run/duplicates.ts";
import { createImportClient } from "./create-import-client.ts";
import type { ImportArguments } from "./import-arguments.ts";
import type { Interruption } from "./interruption.ts";
import { NotCreatedFile, notCreatedFileOf } from "./not-created-file.ts";
import type { Input } from "./open-input.ts";
import { readDecisions, unknownFileOf, writeUnknownFile } from "./unknown-file.ts";

/** The counts of a run. */
export interface RunProgress extends ImportProgress {
  /** Only in a dry run: the rows that an import would send. They are in no other count. */
  wouldSend?: number;
}

/** How an import ended. */
export interface ImportResult {
  /** Undefined if it ended before the first row. */
  progress?: RunProgress | undefined;
  /** The whole journal, which may have rows that were not read, or are not in the input. Undefined if it was not opened. */
  journal: JournalCounts | undefined;
  /** The list of unknown rows, if it was written. */
  unknownFile?: string | undefined;
  notCreatedFile?: string | undefined;
  /** Rows that `--resolve` decided to send, but this run has not sent. */
  decidedToSend: number;
  /** How long the run took, ms. */
  duration: number;
  error?: unknown;
  /** Why a list could not be written. */
  outputError?: unknown;
}

/** What an import shows while it runs. */
export interface ImportListener {
  onStart(journal: ImportJournal): void;
  /** May resolve later, to slow the import down. */
  onRow(row: ImportedRow): Promise<void> | void;
  onProgress(progress: RunProgress): void;
  /** A sentence about something that the operator should know. */
  onNote(text: string): void;
}

/** A stale file may have a million decisions. */
const MAX_IGNORED_DECISIONS = 20;

/** @throws if the import cannot start */
export async function importFile(
  args: ImportArguments,
  input: Input,
  interruption: Interruption,
  { onStart, onRow, onProgress, onNote }: ImportListener,
): Promise<ImportResult> {
  const { dryRun, shard, headers, resolve, passed } = args;
  const client = await createImportClient(args, interruption.abort.signal);
  const known = await readDuplicateOptions(args, onNote);
  const files = { unknown: unknownFileOf(args.journal), notCreated: notCreatedFileOf(args.journal) };
  const inputs = [args.file, args.rules, args.tokenFile].filter((path) => path !== undefined);
  // SQLite owns, and deletes, the others. Nothing but SQLite opens the journal: that would drop its lock.
  for (const suffix of ["", "-journal", "-wal", "-shm"])
    rejectInput(`${args.journal}${suffix}`, [...inputs, resolve]);
  checkOutput(files.notCreated, [...inputs, resolve]);
  checkOutput(files.unknown, inputs); // The operator may have edited it for --resolve.
  rejectInput(draftOf(files.unknown), [resolve]);

  const journal = openJournalFile(args.journal, { baseUrl: client.baseUrl, shard }, dryRun);
  const start = performance.now();
  const result: ImportResult = { journal: journal.count(), duration: 0, decidedToSend: 0 };
  const notCreated = new NotCreatedFile(files.notCreated, inputs);
  let ignored = 0;
  try {
    onStart(journal);
    const options: Every<ImportPlantsOptions> = {
      ...{ ...passed, ...known, journal, headers },
      maxRate: dryRun ? undefined : passed.maxRate,
      resendAfter: dryRun ? 0 : passed.resendAfter,
      resolve: resolve === undefined ? undefined : readDecisions(resolve),
      onIgnoredDecision: ({ row }, reason) => {
        ignored += 1;
        if (ignored <= MAX_IGNORED_DECISIONS) onNote(`The decision about row ${row} was ignored. ${reason}`);
        if (ignored === MAX_IGNORED_DECISIONS + 1) onNote("Further ignored decisions are not shown.");
      },
      signal: interruption.stop.signal,
      onProgress: (progress) => {
        result.progress = dryRun ? asTried(progress) : progress;
        onProgress(result.progress);
      },
    };
    const rows = importPlants(client, input.rows, options);
    for await (const row of rows) {
      if (!dryRun && row.outcome === "not-created") notCreated.add(row);
      if (!dryRun || row.action === "held") await onRow(row);
    }
  } catch (error) {
    result.error = error;
  }
  const { looksRounded: { rows, firstLine } = {} } = result.progress ?? {};
  if (rows !== undefined) {
    const which = `${plural(rows, "row")}${firstLine === undefined ? "" : `, the first on line ${firstLine},`}`;
    onNote(
      `The ids of ${which} look rounded. Compare them with their source. If they are right, pass --exact-ids.`,
    );
  }
  // A run that could not begin says nothing about the rows.
  if (!dryRun && result.progress) result.notCreatedFile = notCreated.end();
  result.outputError = notCreated.error;
  try {
    // After a mistake in --resolve, the operator corrects that file, which may be this one.
    if (!dryRun && (result.progress || resolve === undefined))
      result.unknownFile = await writeUnknownFile(files.unknown, journal, inputs, onNote);
  } catch (error) {
    result.outputError ??= error;
  }
  result.journal = journal.count();
  if (resolve !== undefined && !dryRun && result.progress?.complete)
    result.decidedToSend = journal.countDecidedToSend();
  result.duration = Math.round(performance.now() - start);
  await journal.close().catch((error: unknown) => {
    result.error ??= error; // The first error is the reason.
  });
  return result;
}

/** A dry run records what it does not send as created. */
function asTried({ sent, created, ...others }: ImportProgress): RunProgress {
  return { ...others, sent: 0, created: created - sent, wouldSend: sent };
}

/** How the store rejects a plant that exists. */
async function readDuplicateOptions(
  { duplicates: text, rules: file }: ImportArguments,
  onNote: (text: string) => void,
) {
  const duplicates = text === undefined ? undefined : resolveDuplicates(parseRejection("--duplicates", text));
  const rules = file === undefined ? undefined : await readRules(file);
  const found = rules && (duplicates ?? duplicatesOf(rules));
  if (typeof found === "string")
    onNote(`The rules ${file} do not show which rejection means that a plant exists: ${found}.`);
  return { duplicates, rules };
}
