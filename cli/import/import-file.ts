/** Imports the file of the command, or tries it out (`--dry-run`). */
import { type ImportedRow, type ImportProgress, importPlants } from "../../src/import/index.ts";
import { parseRowKey, type RowKey } from "../../src/import/input/row-key.ts";
import { applyDecisions } from "../../src/import/journal/decisions.ts";
import type { Journal } from "../../src/import/journal/journal.ts";
import type { JournalCounts } from "../../src/import/journal/journal-rows.ts";
import { openForDryRun, openJournalFile } from "../../src/import/journal/open-journal.ts";
import type { ImportClient } from "../../src/import/run/import-options.ts";
import { checkOutput, rejectInput } from "../output-file.ts";
import { formatCount } from "../terminal-text.ts";
import { type ImportArguments, shardOf } from "./arguments.ts";
import { baseUrlOf, createClient } from "./create-client.ts";
import { acceptAll, countRow, type DryRun, storeOf } from "./dry-run.ts";
import type { Interruption } from "./interruption.ts";
import { NotCreatedFile, notCreatedFileOf } from "./not-created-file.ts";
import type { Input } from "./open-input.ts";
import { type KnownDuplicates, readDuplicateOptions } from "./read-duplicates.ts";
import { readHeaders } from "./row-headers.ts";
import { readDecisions, type UnknownRows, unknownFileOf, writeUnknownFile } from "./unknown-file.ts";

/** How an import ended. */
export interface ImportResult {
  /** Undefined if it ended before the first row. */
  progress: ImportProgress | undefined;
  /** The whole journal, which may have rows that were not read, or are not in the input. */
  journal: JournalCounts;
  /** Undefined if their file was not written. */
  unknownRows: UnknownRows | undefined;
  /** The file of the rows of this run that were not created. */
  notCreatedFile: string | undefined;
  /** How long the run took, ms. */
  duration: number;
  /** What ended it early. */
  error: unknown;
  dryRun: DryRun | undefined;
}

/** What an import shows while it runs. */
export interface ImportListener {
  /** @param baseUrl undefined if a dry run needs no store */
  onStart(start: { baseUrl: string | undefined; counts: JournalCounts }): void;
  /** May resolve later, to slow the import down. */
  onRow(row: ImportedRow): Promise<void> | void;
  onProgress(progress: ImportProgress): void;
  /** A sentence about something that the operator should know. */
  onNote(text: string): void;
}

/** @throws if the import cannot start, or the journal cannot be read */
export async function importFile(
  args: ImportArguments,
  input: Input,
  interruption: Interruption,
  listener: ImportListener,
): Promise<ImportResult> {
  const client = args.dryRun ? undefined : await createClient(args);
  const duplicates = await readDuplicateOptions(args, listener.onNote);
  rejectInput(args.journal, [args.file, args.resolve]); // It may be a link.
  for (const path of [unknownFileOf(args.journal), notCreatedFileOf(args.journal)])
    checkOutput(path, [args.file]);
  const journal = client
    ? openJournalFile(args.journal, { baseUrl: client.baseUrl, shard: shardOf(args) })
    : openForDryRun(args.journal, { baseUrl: storeOf(args), shard: shardOf(args) });
  let result: ImportResult;
  try {
    result = await importRowsOf(
      input,
      client ?? acceptAll,
      journal,
      duplicates,
      args,
      interruption,
      listener,
    );
  } catch (error) {
    await journal.close().catch(() => {}); // The first error is the reason.
    throw error;
  }
  await journal.close().catch((error: unknown) => {
    result.error ??= error;
  });
  return result;
}

async function importRowsOf(
  { rows: input, reading }: Input,
  client: ImportClient,
  journal: Journal,
  duplicates: KnownDuplicates,
  args: ImportArguments,
  interruption: Interruption,
  { onStart, onRow, onProgress, onNote }: ImportListener,
): Promise<ImportResult> {
  const { concurrency, maxPause, resendUnknown, allowChanged } = args;
  const { maxRate, maxNew, maxUnknown, maxNotCreated, maxOutage } = args;
  const start = performance.now();
  const notCreated = new NotCreatedFile(notCreatedFileOf(args.journal));
  const before = journal.count();
  const isNew = sum(before) === 0;
  onStart({ baseUrl: client.baseUrl ?? baseUrlOf(args), counts: before });
  const dryRun: DryRun | undefined = args.dryRun
    ? { wouldSend: 0, created: 0, held: {}, wouldDecide: 0 }
    : undefined;
  let progress: ImportProgress | undefined;
  let error: unknown;
  let unknownRows: UnknownRows | undefined;
  let isResolved = args.resolve === undefined;
  try {
    if (args.resolve !== undefined) {
      const ignored = new IgnoredDecisions(onNote);
      const applied = await applyDecisions(journal, readDecisions(args.resolve), ignored.add);
      if (dryRun) dryRun.wouldDecide = applied;
      ignored.end();
      isResolved = true;
    }
    const rows = importPlants(client, input, {
      journal,
      concurrency,
      maxPause,
      maxRate,
      maxNew,
      maxUnknown,
      maxNotCreated,
      maxOutage,
      headers: args.header && readHeaders(args.header),
      ...duplicates,
      resendUnknown,
      allowChanged,
      signal: interruption.stop.signal,
      abortSignal: interruption.abort.signal,
      onProgress: (current) => {
        progress = current;
        onProgress(current);
      },
    });
    const lostJournal = isNew ? new LostJournal(journal, onNote) : undefined;
    let isIgnoredNoted = false;
    for await (const row of rows) {
      if (!isIgnoredNoted && reading.ignored.size > 0) {
        onNote(describeIgnored(reading.ignored));
        isIgnoredNoted = true;
      }
      lostJournal?.check(row);
      if (dryRun) countRow(dryRun, row);
      else await notCreated.add(row);
      if (!dryRun || row.action === "held") await onRow(row);
    }
  } catch (thrown) {
    error = thrown;
  }
  let notCreatedFile: string | undefined;
  try {
    // A run that could not begin says nothing about the rows.
    if (!dryRun && progress) notCreatedFile = await notCreated.close();
    // After a mistake in --resolve, the operator corrects that file, which may be this one.
    if (isResolved && !dryRun)
      unknownRows = await writeUnknownFile(unknownFileOf(args.journal), journal, onNote);
  } catch (thrown) {
    error ??= thrown;
  }
  const duration = Math.round(performance.now() - start);
  const { orphaned = 0 } = progress ?? {};
  const after = journal.count();
  if (orphaned > sum(after) / 2) onNote(describeShrunkInput(orphaned, sum(after)));
  return { progress, journal: after, unknownRows, notCreatedFile, duration, error, dryRun };
}

const sum = (counts: JournalCounts) => Object.values(counts).reduce((total, count) => total + count, 0);

function describeShrunkInput(orphaned: number, rows: number): string {
  const missing = `${formatCount(orphaned)} of the ${formatCount(rows)} rows of the journal are not in the input`;
  return `${missing}, more than half. Is the input complete, and is it the journal of this input?`;
}

/** Says once that a journal is new, but its store is not. */
class LostJournal {
  readonly #journal: Journal;
  readonly #onNote: ImportListener["onNote"];
  #isReported = false;

  constructor(journal: Journal, onNote: ImportListener["onNote"]) {
    this.#journal = journal;
    this.#onNote = onNote;
  }

  check({ outcome, row, plant }: ImportedRow): void {
    if (this.#isReported || outcome !== "exists" || this.#mayBeOwn(row)) return;
    this.#isReported = true;
    const problem = `The journal is new, but the store says that plant ${plant?.id} existed before`;
    this.#onNote(`${problem}. Was there a journal, for example in another folder?`);
  }

  /** Whether this run may have created the plant: an earlier attempt, or another row with its id. */
  #mayBeOwn(row: string | undefined): boolean {
    const key = parseRowKey(row) as RowKey;
    return this.#journal.find(key)?.attempt !== 1 || this.#journal.findConflict(key) !== undefined;
  }
}

/** Says once which fields or columns of the input are not sent. */
function describeIgnored(ignored: ReadonlySet<string>): string {
  const names = Array.from(ignored, (name) => JSON.stringify(name)).join(", ");
  return `Only id, name and tag are sent. The input also has ${names}.`;
}

/** A stale file may have a million decisions. */
const MAX_NOTES = 20;

/** Reports the decisions that were ignored. */
class IgnoredDecisions {
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
