/** Imports the file of the command, or tries it out (`--dry-run`). */
import { plural } from "../../../src/common/format-count.ts";
import type { Every } from "../../../src/common/read-options.ts";
import { checkOutput, draftOf, rejectInput } from "../../terminal/output-file.ts";
import { parseRejection, readRules } from "../../terminal/rules-file.ts";
import type {
  ImportedRow,
  ImportJournal,
  ImportPlantsOptions,
  ImportProgress,
  JournalCounts,
  RowDecision,
} from "../index.ts";
import { openJournalFile } from "../journal/open-journal.ts";
import { duplicatesOf, resolveDuplicates } from "../run/duplicates.ts";
import { importBatches } from "../run/import-run.ts";
import { fullReasonOf } from "../run/judge-result.ts";
import type { Stop } from "./ends.ts";
import type { ImportArguments } from "./import-arguments.ts";
import type { Interruption } from "./interruption.ts";
import { NotCreatedFile, notCreatedFileOf, readDecisions, unknownFileOf, writeUnknownFile } from "./lists.ts";
import { type Input, openClient } from "./open-import.ts";

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

/** Shows an import: to a person, or as JSON. */
export interface Reporter {
  /**
   * Called when the journal is open.
   *
   * @param share the part of the input that was read, from 0 to 1, if it is known
   */
  start(args: ImportArguments, journal: ImportJournal, share: () => number | undefined): void;
  /** May resolve later, to slow the import down. */
  row(row: ImportedRow): Promise<void> | void;
  progress(progress: RunProgress): void;
  /** Shows a sentence about something that the operator should know. */
  note(text: string): Promise<void> | void;
  /**
   * @param stop why the import ended before the end of the input
   * @param outputProblem why a list could not be written
   */
  end(
    result: ImportResult,
    args: ImportArguments | undefined,
    stop: Stop | undefined,
    outputProblem: string | undefined,
  ): Promise<void> | void;
}

/** A stale file may have a million decisions. */
const MAX_IGNORED_DECISIONS = 20;

/** @throws if the import cannot start */
export async function importFile(
  args: ImportArguments,
  input: Input,
  interruption: Interruption,
  reporter: Reporter,
): Promise<ImportResult> {
  const { dryRun, shard, resolve } = args;
  const onNote = (text: string) => void reporter.note(text);
  const client = await openClient(args, interruption.abort.signal);
  const known = await readDuplicateOptions(args, client.baseUrl, onNote);
  const files = { unknown: unknownFileOf(args.journal), notCreated: notCreatedFileOf(args.journal) };
  const inputs = [args.file, args.rules, args.tokenFile].filter((path) => path !== undefined);
  checkFiles(args.journal, files, inputs, resolve);
  const journal = openJournalFile(args.journal, { baseUrl: client.baseUrl, shard }, dryRun);
  const start = performance.now();
  const result: ImportResult = { journal: journal.count(), duration: 0, decidedToSend: 0 };
  const notCreated = new NotCreatedFile(files.notCreated, inputs);
  try {
    interruption.begin();
    reporter.start(args, journal, input.share);
    const options: Every<ImportPlantsOptions> = {
      ...optionsOf(args, onNote),
      ...{ ...known, journal, signal: interruption.stop.signal },
      onProgress: (progress: ImportProgress) => {
        result.progress = dryRun ? asTried(progress) : progress;
        reporter.progress(result.progress);
      },
    };
    for await (const rows of importBatches(client, input.rows, options)) {
      for (const row of rows) {
        wordMessage(row);
        if (!dryRun && row.outcome === "not-created") notCreated.add(row);
        if (!dryRun || row.action === "held") await reporter.row(row);
      }
    }
  } catch (error) {
    result.error = error;
  }
  if (result.progress?.looksRounded) onNote(noteRounded(result.progress.looksRounded));
  const areLargeHeld = known.duplicates && known.rules?.exactIds !== true && !args.passed.resendUnknown;
  if (areLargeHeld && !dryRun && journal.countRows("unknownInexact", 1) > 0)
    onNote(
      'Unknown rows with ids beyond 2^53-1 were not sent again: some stores round them. Rules with "exactIds": true allow it.',
    );
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
    result.decidedToSend = journal.countRows("decidedToSend");
  result.duration = Math.round(performance.now() - start);
  await journal.close().catch((error: unknown) => {
    result.error ??= error; // The first error is the reason.
  });
  return result;
}

/** @throws UsageError if a file that the import writes is one that it reads, or cannot be written */
function checkFiles(
  journal: string,
  files: { unknown: string; notCreated: string },
  inputs: string[],
  resolve: string | undefined,
): void {
  // SQLite owns, and deletes, the others. Nothing but SQLite opens the journal: that would drop its lock.
  for (const suffix of ["", "-journal", "-wal", "-shm"])
    rejectInput(`${journal}${suffix}`, [...inputs, resolve]);
  checkOutput(files.notCreated, [...inputs, resolve]);
  checkOutput(files.unknown, inputs); // The operator may have edited it for --resolve.
  rejectInput(draftOf(files.unknown), [resolve]);
}

function optionsOf({ dryRun, headers, resolve, passed }: ImportArguments, onNote: (text: string) => void) {
  let ignored = 0;
  return {
    ...{ ...passed, headers },
    maxRate: dryRun ? undefined : passed.maxRate,
    resendAfter: dryRun ? 0 : passed.resendAfter,
    resolve: resolve === undefined ? undefined : readDecisions(resolve),
    onIgnoredDecision: ({ row }: RowDecision, reason: string) => {
      ignored += 1;
      if (ignored <= MAX_IGNORED_DECISIONS) onNote(`The decision about row ${row} was ignored. ${reason}`);
      if (ignored === MAX_IGNORED_DECISIONS + 1) onNote("Further ignored decisions are not shown.");
    },
  } satisfies Partial<ImportPlantsOptions>;
}

/** A failure's own message names options of the library. */
function wordMessage(row: ImportedRow): void {
  if (row.result?.success !== false || row.message === undefined) return;
  const { error } = row.result;
  const isFollowed = row.message.startsWith(`${error.message} `);
  row.message = row.message.replace(error.message, () => fullReasonOf(error) + (isFollowed ? "." : ""));
}

function noteRounded({ rows, firstLine }: NonNullable<ImportProgress["looksRounded"]>): string {
  const which = `${plural(rows, "row")}${firstLine === undefined ? "" : `, the first on line ${firstLine},`}`;
  const advice = "Compare them with their source. If they are right, pass --exact-ids.";
  return `The ids of ${which} look rounded. ${advice}`;
}

/** A dry run records what it does not send as created. */
function asTried({ sent, created, ...others }: ImportProgress): RunProgress {
  return { ...others, sent: 0, created: created - sent, wouldSend: sent };
}

/** How the store rejects a plant that exists. */
async function readDuplicateOptions(
  { duplicates: text, rules: file }: ImportArguments,
  baseUrl: string | undefined,
  onNote: (text: string) => void,
) {
  const duplicates = text === undefined ? undefined : resolveDuplicates(parseRejection("--duplicates", text));
  const rules = file === undefined ? undefined : await readRules(file);
  const name = file?.trimStart().startsWith("{") ? "The rules" : `The rules ${file}`;
  const checked = rules?.checked?.baseUrl;
  if (checked !== undefined && baseUrl !== undefined && checked !== baseUrl)
    onNote(`${name} are about ${checked}, and this import is into ${baseUrl}.`);
  const found = rules && (duplicates ?? duplicatesOf(rules));
  if (typeof found === "string")
    onNote(`${name} do not show which rejection means that a plant exists: ${found}.`);
  return { duplicates: duplicates ?? (typeof found === "string" ? undefined : found), rules };
}
