/** Imports the file of the command, or tries it out (`--dry-run`). */
import { rmSync } from "node:fs";
import type { Every } from "../../../src/common/read-options.ts";
import { listFields } from "../../../src/contract/plant-fields.ts";
import { PlantStoreClient, type PlantStoreToken } from "../../../src/index.ts";
import { readTokenFile, requireBaseUrl, requireToken } from "../../terminal/credentials.ts";
import { checkOutput, draftOf, OutputFile, rejectInput } from "../../terminal/output-file.ts";
import { formatJson } from "../../terminal/print.ts";
import { parseRejection, readRules } from "../../terminal/rules-file.ts";
import {
  type ImportClient,
  type ImportedRow,
  type ImportJournal,
  type ImportPlantsOptions,
  type ImportProgress,
  importPlants,
  type JournalCounts,
} from "../index.ts";
import { openJournalFile } from "../journal/open-journal.ts";
import { duplicatesOf, resolveDuplicates } from "../run/duplicates.ts";
import type { ImportArguments } from "./import-arguments.ts";
import type { Interruption } from "./interruption.ts";
import type { Input } from "./open-input.ts";
import { readDecisions, unknownFileOf, writeUnknownFile } from "./unknown-file.ts";

/** How an import ended. */
export interface ImportResult {
  /** Undefined if it ended before the first row. */
  progress?: ImportProgress | undefined;
  /** The whole journal, which may have rows that were not read, or are not in the input. */
  journal: JournalCounts;
  /** The list of unknown rows, if it was written. */
  unknownFile?: string | undefined;
  notCreatedFile?: string | undefined;
  /** Rows that `--resolve` decided to send, but this run has not sent. */
  decidedToSend: number;
  /** How long the run took, ms. */
  duration: number;
  error?: unknown;
}

/** What an import shows while it runs. */
export interface ImportListener {
  onStart(journal: ImportJournal): void;
  /** May resolve later, to slow the import down. */
  onRow(row: ImportedRow): Promise<void> | void;
  onProgress(progress: ImportProgress): void;
  /** A sentence about something that the operator should know. */
  onNote(text: string): void;
}

/** A stale file may have a million decisions. */
const MAX_IGNORED_DECISIONS = 20;

/** A dry run is an import into a store that accepts everything, with a journal that forgets what is recorded. */
const acceptPlant: ImportClient["safeCreatePlant"] = async ({ id: _, ...data }) => ({
  success: true,
  data,
  response: { status: 200, headers: new Headers() },
  attempts: 1,
  possibleDuplicate: false,
});

/** @throws if the import cannot start */
export async function importFile(
  args: ImportArguments,
  input: Input,
  interruption: Interruption,
  { onStart, onRow, onProgress, onNote }: ImportListener,
): Promise<ImportResult> {
  const { dryRun, shard, headers, resolve, passed } = args;
  const client = dryRun ? undefined : await createClient(args);
  const baseUrl = client?.baseUrl ?? baseUrlOfDryRun(args);
  const known = await readDuplicateOptions(args, onNote);
  const files = { unknown: unknownFileOf(args.journal), notCreated: `${args.journal}.not-created.ndjson` };
  const inputs = [args.file, args.rules, args.tokenFile].filter((path) => path !== undefined);
  // SQLite owns, and deletes, the others. Nothing but SQLite opens the journal: that would drop its lock.
  for (const suffix of ["", "-journal", "-wal", "-shm"])
    rejectInput(`${args.journal}${suffix}`, [...inputs, resolve]);
  checkOutput(files.notCreated, [...inputs, resolve]);
  checkOutput(files.unknown, inputs); // The operator may have edited it for --resolve.
  rejectInput(draftOf(files.unknown), [resolve]);

  const journal = openJournalFile(args.journal, { baseUrl, shard }, dryRun);
  const signal = interruption.abort.signal;
  const safeCreatePlant: ImportClient["safeCreatePlant"] = client
    ? (plant, options) => client.safeCreatePlant(plant, { ...options, signal })
    : acceptPlant;
  const start = performance.now();
  const result: ImportResult = { journal: journal.count(), duration: 0, decidedToSend: 0 };
  let notCreated: OutputFile | undefined;
  let ignored = 0;
  try {
    onStart(journal);
    const options: Every<ImportPlantsOptions> = {
      ...{ ...passed, ...known, journal, headers },
      maxRate: dryRun ? undefined : passed.maxRate,
      resendAfter: undefined, // The command has no flag for it.
      decisions: resolve === undefined ? undefined : readDecisions(resolve),
      onIgnoredDecision: ({ row }, reason) => {
        ignored += 1;
        if (ignored <= MAX_IGNORED_DECISIONS) onNote(`The decision about row ${row} was ignored. ${reason}`);
        if (ignored === MAX_IGNORED_DECISIONS + 1) onNote("Further ignored decisions are not shown.");
      },
      signal: interruption.stop.signal,
      onProgress: (progress) => {
        result.progress = progress;
        onProgress(progress);
      },
    };
    const rows = importPlants({ safeCreatePlant }, input.rows, options);
    const { ignored: fields } = input.reading;
    let areFieldsNoted = false;
    for await (const row of rows) {
      if (fields.size > 0 && !areFieldsNoted) {
        areFieldsNoted = true;
        const names = Array.from(fields, (name) => JSON.stringify(name)).join(", ");
        onNote(`Only ${listFields()} are sent. The input also has ${names}.`);
      }
      if (!dryRun && row.outcome === "not-created") {
        const { line, plant, text, message: reason } = row;
        notCreated ??= new OutputFile(files.notCreated, inputs);
        notCreated.write(`${formatJson({ line, plant, text, reason })}\n`);
      }
      if (!dryRun || row.action === "held") await onRow(row);
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
      notCreated = undefined;
    }
    // After a mistake in --resolve, the operator corrects that file, which may be this one.
    if (!dryRun && (result.progress || resolve === undefined))
      result.unknownFile = await writeUnknownFile(files.unknown, journal, inputs, onNote);
  } catch (error) {
    notCreated?.discard();
    result.error ??= error;
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

/** @throws UsageError, or PlantStoreConfigurationError for an invalid option */
async function createClient(args: ImportArguments): Promise<PlantStoreClient> {
  const { timeout, allowInsecureHttp, tokenFile } = args;
  const baseUrl = requireBaseUrl(args.baseUrl);
  const first = await requireToken(tokenFile);
  const token = tokenFile === undefined ? first : reread(tokenFile, first);
  return new PlantStoreClient({ baseUrl, token, timeout, allowInsecureHttp });
}

/** A dry run sends nothing, so it needs no base URL and takes any scheme. */
function baseUrlOfDryRun({ baseUrl = process.env.PLANT_STORE_BASE_URL }: ImportArguments) {
  return baseUrl && new PlantStoreClient({ baseUrl, allowInsecureHttp: true, token: null }).baseUrl;
}

/** Returns a function that reads the token file again after the store rejected the token. */
function reread(path: string, first: string): PlantStoreToken {
  let token = first;
  return async ({ rejected }) => {
    if (rejected) token = await readTokenFile(path);
    return token;
  };
}
