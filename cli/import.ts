/** The command `plant-store-sdk import`: creates the plants of a file, and can be interrupted and continued. */

import { type ImportPause, type ImportProgress, PlantStoreImportError } from "../src/import/index.ts";
import type { JournalCounts } from "../src/import/journal/journal-rows.ts";
import { isPlantStoreFailure } from "../src/index.ts";
import { VERSION } from "../src/version.ts";
import { type ImportArguments, readArguments, USAGE } from "./import/arguments.ts";
import { formatDryRun } from "./import/dry-run.ts";
import {
  dryRunEvent,
  errorEvent,
  pauseEvent,
  progressEvent,
  rowEvent,
  summaryEvent,
} from "./import/events.ts";
import { type ImportListener, type ImportResult, importFile } from "./import/import-file.ts";
import { Interruption } from "./import/interruption.ts";
import { LineWriter } from "./import/line-writer.ts";
import { openInput } from "./import/open-input.ts";
import { Problems } from "./import/problems.ts";
import { ProgressBar } from "./import/progress-bar.ts";
import { ProgressLines } from "./import/progress-display.ts";
import { formatSummary } from "./import/summary.ts";
import { plural, print, withoutControls, wrap } from "./terminal-text.ts";
import { describeOption, EXIT_USAGE, UsageError, withFlags } from "./usage-error.ts";

const EXIT_NOT_CREATED = 1;
const EXIT_UNKNOWN = 3;
const EXIT_STOPPED = 4;
const EXIT_IN_USE = 5;
const EXIT_TOO_MANY = 6;
const EXIT_INTERRUPTED = 130;

/**
 * Runs the command. Sets the exit code of the process.
 *
 * @param argv the arguments after the command's name
 * @param program the command's name, for messages
 */
export async function importCommand(argv: string[], program: string): Promise<void> {
  // They may be closed (EPIPE), such as by `| head`. The import continues.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  try {
    const args = readArguments(argv);
    if (args === "help") print(`Usage: ${program} ${USAGE}`);
    else if (args === "version") print(VERSION);
    else process.exitCode = await run(args, program);
  } catch (error) {
    printError(error, program);
    process.exitCode = isInUse(error) ? EXIT_IN_USE : EXIT_USAGE;
  }
}

async function run(args: ImportArguments, program: string): Promise<number> {
  const { stdout, stderr, stdin } = process;
  const input = openInput(args.file, args.input); // A wrong file is more likely than a missing URL.
  const display = stderr.isTTY ? new ProgressBar(stderr, input.share) : new ProgressLines(stderr);
  const isQuiet = args.json && !stderr.isTTY;
  const problems = new Problems((text) => display.print(text));
  const interruption = new Interruption(() =>
    display.print("Finishing the requests in flight. Press Ctrl+C again to abort them."),
  );
  const output = new LineWriter(stdout, interruption.stop.signal);
  const progressEvents = new ProgressEvents(output);
  const listener: ImportListener = {
    onStart: ({ baseUrl, counts }) => {
      if (!args.json) display.print(formatHeader(args, baseUrl, counts));
      display.start();
    },
    onRow: (row) => {
      if (!args.json) return problems.add(row);
      return row.action === "skipped" && !args.allRows ? undefined : output.write(rowEvent(row));
    },
    onProgress: (progress) => {
      if (!isQuiet) display.update(progress);
      if (args.json) progressEvents.update(progress);
    },
    onNote: (text) => display.print(wrap(text, stderr.columns)),
  };
  try {
    const result = await importFile(args, input, interruption, listener).finally(() => display.end());
    const { error } = result;
    const stopped = describeEnd(result, interruption);
    if (args.json && error !== undefined && stopped !== undefined) await output.write(errorEvent(stopped));
    stdout.write(formatResult(args, result, stopped, problems));
    if (error !== undefined && !interruption.hasHappened) {
      printError(
        isUsageError(error) ? error : new UsageError(`The import stopped. ${describeError(error)}`),
        program,
      );
    }
    return exitCodeOf(result, interruption);
  } finally {
    interruption.close();
    if (args.file === "-") stdin.destroy(); // An open pipe would keep the process alive.
  }
}

/** Why the import ended before the end of the input. */
function describeEnd({ error, progress }: ImportResult, interruption: Interruption): string | undefined {
  if (interruption.hasHappened) return "interrupted";
  if (error !== undefined) return withoutControls(describeError(error));
  return progress?.complete ? undefined : "the input was not read to its end";
}

/** Such as `plants.ndjson → https://plants.example/api, journal plants.journal.ndjson (1,200 rows)`. */
function formatHeader(args: ImportArguments, baseUrl: string | undefined, counts: JournalCounts): string {
  const { created, exists, notCreated, unknown } = counts;
  const rows = created + exists + notCreated + unknown;
  const input = args.file === "-" ? "standard input" : args.file;
  const shard = args.shard === undefined ? "" : `, shard ${args.shard}`;
  const journal = `journal ${args.journal} (${rows === 0 ? "new" : plural(rows, "row")})`;
  return wrap(`${input}${shard} → ${baseUrl ?? "no store"}, ${journal}`, process.stderr.columns, "  ");
}

function formatResult(
  args: ImportArguments,
  result: ImportResult,
  stopped: string | undefined,
  problems: Problems,
): string {
  const { dryRun, progress } = result;
  const isComplete = progress?.complete ?? false;
  if (dryRun && !args.json && !progress) return ""; // The error is all that is known.
  if (dryRun) return args.json ? `${dryRunEvent(dryRun, isComplete)}\n` : formatDryRun(dryRun, isComplete);
  return args.json
    ? `${summaryEvent(result, args, stopped)}\n`
    : formatSummary(args, result, problems).replace(/^(?=.)/, "\n");
}

function exitCodeOf({ progress, error }: ImportResult, interruption: Interruption): number {
  if (interruption.hasHappened) return EXIT_INTERRUPTED;
  if (isInUse(error)) return EXIT_IN_USE;
  if (error instanceof PlantStoreImportError && error.kind === "too-many-not-created") return EXIT_TOO_MANY;
  if (isUsageError(error)) return EXIT_USAGE;
  if (error !== undefined || !progress?.complete) return EXIT_STOPPED;
  const { unknown, notCreated } = progress;
  if (unknown > 0) return EXIT_UNKNOWN;
  return notCreated > 0 ? EXIT_NOT_CREATED : 0;
}

const isInUse = (error: unknown) => error instanceof PlantStoreImportError && error.kind === "in-use";

/** Whether the arguments, the input or the journal are the reason. */
function isUsageError(error: unknown): boolean {
  if (error instanceof PlantStoreImportError)
    return !["stopped", "too-many-not-created"].includes(error.kind);
  return isPlantStoreFailure(error) && error.kind === "configuration";
}

/** How often counts are printed as JSON, ms. */
const PROGRESS_INTERVAL = 10_000;

/** Prints counts and pauses as JSON. */
class ProgressEvents {
  readonly #output: LineWriter;
  #printed = performance.now();
  #pause: ImportPause | undefined;

  constructor(output: LineWriter) {
    this.#output = output;
  }

  update(progress: ImportProgress): void {
    const { pause } = progress;
    if (pause && pause !== this.#pause) this.#output.write(pauseEvent(pause));
    this.#pause = pause;
    const now = performance.now();
    if (now - this.#printed < PROGRESS_INTERVAL) return;
    this.#printed = now;
    this.#output.write(progressEvent(progress));
  }
}

function printError(error: unknown, program: string): void {
  const text = describeError(error).replace(/\s*\n\s*/g, " ");
  print(`${program}: ${text}`, process.stderr);
}

function describeError(error: unknown): string {
  if (isPlantStoreFailure(error)) {
    if (error.kind === "configuration") return describeOption(error);
    // What the store says is not about options.
    return error.kind === "rejected"
      ? error.message
      : withFlags(error.message.replaceAll("`token`", "the token"));
  }
  if (error instanceof PlantStoreImportError) return error.message.replace(/`(delimiter|columns)`/g, "--$1");
  if (error instanceof UsageError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
