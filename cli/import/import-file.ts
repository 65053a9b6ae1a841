/** Imports the file of the command, or tries it out (`--dry-run`). */
import { rmSync } from "node:fs";
import {
  type ImportedRow,
  type ImportProgress,
  importPlants,
  type JournalCounts,
} from "../../src/import/index.ts";
import { parseRowKey, type RowKey } from "../../src/import/input/row-key.ts";
import { applyDecisions } from "../../src/import/journal/decisions.ts";
import type { Journal } from "../../src/import/journal/journal.ts";
import { openForDryRun, openJournalFile } from "../../src/import/journal/open-journal.ts";
import { checkOutput, OutputFile, rejectInput } from "../output-file.ts";
import { formatCount, formatJson } from "../terminal-text.ts";
import { type ImportArguments, shardOf } from "./arguments.ts";
import { createClient } from "./create-client.ts";
import { acceptAll, DryRun, storeOf } from "./dry-run.ts";
import type { Interruption } from "./interruption.ts";
import type { Input } from "./open-input.ts";
import { readDuplicateOptions } from "./read-duplicates.ts";
import { readHeaders } from "./row-headers.ts";
import { readDecisions, type UnknownRows, unknownFileOf, writeUnknownFile } from "./unknown-file.ts";

/** How an import ended. */
export interface ImportResult {
  /** Undefined if it ended before the first row. */
  progress?: ImportProgress | undefined;
  /** The whole journal, which may have rows that were not read, or are not in the input. */
  journal: JournalCounts;
  /** Undefined if their list was not written. */
  unknownRows?: UnknownRows | undefined;
  /** The list of the rows of this run that were not created. */
  notCreatedFile?: string | undefined;
  /** How long the run took, ms. */
  duration: number;
  /** What ended it early. */
  error?: unknown;
  dryRun?: DryRun | undefined;
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

const notCreatedFileOf = (journal: string) => `${journal}.not-created.ndjson`;

/** @throws if the import cannot start */
export async function importFile(
  args: ImportArguments,
  input: Input,
  interruption: Interruption,
  listener: ImportListener,
): Promise<ImportResult> {
  const client = args.dryRun ? undefined : await createClient(args);
  const known = await readDuplicateOptions(args, listener.onNote);
  const files = { unknown: unknownFileOf(args.journal), notCreated: notCreatedFileOf(args.journal) };
  const inputs = [args.file, args.rules, args.tokenFile].filter((path) => path !== undefined);
  // The second one is SQLite's own. Nothing but SQLite opens the journal: that would drop its lock.
  for (const path of [args.journal, `${args.journal}-journal`]) rejectInput(path, [...inputs, args.resolve]);
  for (const path of Object.values(files)) checkOutput(path, inputs);

  const shard = shardOf(args);
  const baseUrl = client?.baseUrl ?? storeOf(args);
  const journal = client
    ? openJournalFile(args.journal, { baseUrl: client.baseUrl, shard })
    : openForDryRun(args.journal, { baseUrl, shard });
  const before = journal.count();
  const start = performance.now();
  const dryRun = args.dryRun ? new DryRun(known.rules) : undefined;
  const result: ImportResult = { journal: before, duration: 0, dryRun };
  let isResolved = args.resolve === undefined;
  let notCreated: OutputFile | undefined;
  try {
    listener.onStart({ baseUrl, counts: before });
    if (args.resolve !== undefined) {
      const applied = await resolve(journal, args.resolve, listener.onNote);
      if (dryRun) dryRun.wouldDecide = applied;
      isResolved = true;
    }
    const { concurrency, maxRate, maxNew, maxUnknown, maxNotCreated, maxOutage } = args;
    const rows = importPlants(client ?? acceptAll, input.rows, {
      ...known,
      ...{ journal, concurrency, maxNew, maxUnknown, maxNotCreated, maxOutage },
      maxRate: dryRun ? undefined : maxRate,
      headers: args.header && readHeaders(args.header),
      resendUnknown: args.resendUnknown,
      allowChanged: args.allowChanged,
      signal: interruption.stop.signal,
      abortSignal: interruption.abort.signal,
      onProgress: (progress) => {
        result.progress = progress;
        listener.onProgress(progress);
      },
    });
    const notes = sum(before) === 0 ? [noteLostJournal, noteIgnoredFields] : [noteIgnoredFields];
    for await (const row of rows) {
      for (const note of notes) {
        const text = note(row, journal, input);
        if (text === undefined) continue;
        listener.onNote(text);
        notes.splice(notes.indexOf(note), 1); // Once.
      }
      if (dryRun) dryRun.count(row);
      else if (row.outcome === "not-created") {
        const { line, plant, text, message: reason } = row;
        notCreated ??= new OutputFile(files.notCreated, inputs);
        notCreated.write(`${formatJson({ line, plant, text, reason })}\n`);
      }
      if (!dryRun || row.action === "held") await listener.onRow(row);
    }
  } catch (error) {
    result.error = error;
  }
  try {
    if (!dryRun && result.progress) {
      // A run that could not begin says nothing about the rows.
      if (notCreated) notCreated.replace();
      else rmSync(files.notCreated, { force: true });
      result.notCreatedFile = notCreated?.path;
    }
    // After a mistake in --resolve, the operator corrects that file, which may be this one.
    if (!dryRun && isResolved)
      result.unknownRows = await writeUnknownFile(files.unknown, journal, inputs, listener.onNote);
  } catch (error) {
    notCreated?.discard();
    result.error ??= error;
  }
  result.journal = journal.count();
  result.duration = Math.round(performance.now() - start);
  await journal.close().catch((error: unknown) => {
    result.error ??= error; // The first error is the reason.
  });
  return result;
}

const sum = (counts: JournalCounts) => Object.values(counts).reduce((total, count) => total + count, 0);

/** A stale file may have a million decisions. */
const MAX_NOTES = 20;

/** Returns how many rows were decided. */
async function resolve(journal: Journal, path: string, onNote: (text: string) => void): Promise<number> {
  let ignored = 0;
  const applied = await applyDecisions(journal, readDecisions(path), ({ row }, reason) => {
    ignored += 1;
    if (ignored <= MAX_NOTES) onNote(`The decision about row ${row} was ignored. ${reason}`);
  });
  if (ignored > MAX_NOTES) onNote(`Further ignored decisions: ${formatCount(ignored - MAX_NOTES)}.`);
  return applied;
}

type Note = (row: ImportedRow, journal: Journal, input: Input) => string | undefined;

const noteIgnoredFields: Note = (_, __, { reading: { ignored } }) => {
  if (ignored.size === 0) return undefined;
  const names = Array.from(ignored, (name) => JSON.stringify(name)).join(", ");
  return `Only id, name and tag are sent. The input also has ${names}.`;
};

/** The journal is new, but a plant existed before this run, and before any other row with its id. */
const noteLostJournal: Note = ({ outcome, row, plant }, journal) => {
  if (outcome !== "exists") return undefined;
  const key = parseRowKey(row) as RowKey;
  if (journal.find(key)?.attempt !== 1 || journal.findConflict(key) !== undefined) return undefined;
  const problem = `The journal is new, but the store says that plant ${plant?.id} existed before`;
  return `${problem}. Was there a journal, for example in another folder?`;
};
