/** The command `plant-store-sdk import`: creates the plants of a file, and can be interrupted and continued. */
import { setFlagsFromString } from "node:v8";
import { plural } from "../../../src/common/format-count.ts";
import { isPlantStoreFailure } from "../../../src/index.ts";
import {
  type Command,
  EXIT_IN_USE,
  EXIT_INTERRUPTED,
  EXIT_UNKNOWN,
  EXIT_USAGE,
} from "../../terminal/command.ts";
import { describeOption, flagOf } from "../../terminal/flag-names.ts";
import { wrap } from "../../terminal/format-text.ts";
import { print, printError } from "../../terminal/print.ts";
import { UsageError } from "../../terminal/usage-error.ts";
import { type ImportJournal, PlantStoreImportError } from "../index.ts";
import { formatShard } from "../input/shard.ts";
import { fullReasonOf } from "../run/messages.ts";
import { formatDryRun, formatSummary } from "./format-summary.ts";
import { type ImportArguments, readArguments } from "./import-arguments.ts";
import { type ImportListener, type ImportResult, importFile } from "./import-file.ts";
import { Interruption } from "./interruption.ts";
import { openInput } from "./open-input.ts";
import { Problems } from "./print-problems.ts";
import { countDone, ProgressDisplay } from "./progress-display.ts";
import { EventWriter } from "./write-events.ts";

const EXIT_NOT_CREATED = 1;
const EXIT_STOPPED = 4;
const EXIT_TOO_MANY_NOT_CREATED = 6;

export const importCommand: Command = async (argv, program) => {
  // They may be closed (EPIPE), such as by `| head`. The import continues.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  // For millions of rows, V8 would let its young generation grow by 100 MB, and keep garbage of 40 MB in its old one.
  setFlagsFromString("--semi-space-growth-factor=1 --heap-growing-percent=100");
  try {
    const args = readArguments(argv, program);
    if (args) process.exitCode = await run(args, program);
  } catch (error) {
    printError(program, describeError(error));
    process.exitCode = isKind(error, "in-use") ? EXIT_IN_USE : EXIT_USAGE;
  }
};

async function run(args: ImportArguments, program: string): Promise<number> {
  const { stderr, stdin } = process;
  const input = openInput(args.file, args.input); // A wrong file is more likely than a missing URL.
  const display = new ProgressDisplay(stderr, input.share);
  const problems = new Problems((text) => display.print(text));
  const interruption = new Interruption(() =>
    display.print("Finishing the requests in flight. Press Ctrl+C again to abort them."),
  );
  const events = args.json ? new EventWriter(interruption.stop.signal) : undefined;
  const listener: ImportListener = {
    onStart: (journal) => {
      interruption.begin();
      if (!events) display.print(formatHeader(args, journal));
      display.start();
    },
    onRow: (row) => (events ? events.row(row) : problems.add(row)),
    onProgress: (progress) => {
      if (!events || stderr.isTTY) display.update(progress);
      events?.progress(progress);
    },
    onNote: (text) => display.print(wrap(text, stderr.columns)),
  };
  try {
    const result = await importFile(args, input, interruption, listener).finally(() => display.end());
    const { progress } = result; // Without it, the error is all that is known.
    if (events) await events.summary(result, args, describeEnd(result, interruption));
    else if (progress && args.dryRun) print(formatDryRun(progress));
    else if (progress) print(`\n${formatSummary(args, result, progress)}`);
    const code = exitCodeOf(result, interruption);
    const howFar = `The import stopped after sending ${plural(progress?.sent ?? 0, "row")}. `;
    if (result.error !== undefined && code !== EXIT_INTERRUPTED)
      printError(
        program,
        `${code === EXIT_USAGE || args.dryRun ? "" : howFar}${describeError(result.error)}`,
      );
    return code;
  } finally {
    interruption.close();
    if (args.file === "-") stdin.destroy(); // An open pipe would keep the process alive.
  }
}

/** Why the import ended before the end of the input. */
function describeEnd({ error, progress }: ImportResult, interruption: Interruption): string | undefined {
  if (interruption.hasHappened) return "interrupted";
  if (error !== undefined) return describeError(error);
  return progress?.complete ? undefined : "the input was not read to its end";
}

/** Such as `plants.ndjson → https://plants.example/api, journal plants.db (1,200 rows)`. */
function formatHeader(args: ImportArguments, journal: ImportJournal): string {
  const rows = countDone(journal.count());
  const input = args.file === "-" ? "standard input" : args.file;
  const shard = args.shard ? `, shard ${formatShard(args.shard)}` : "";
  const store = args.dryRun ? "dry run" : journal.baseUrl;
  const state = rows === 0 ? "new" : plural(rows, "row");
  return wrap(
    `${input}${shard} → ${store}, journal ${args.journal} (${state})`,
    process.stderr.columns,
    "  ",
  );
}

function exitCodeOf({ progress, error, decidedToSend }: ImportResult, interruption: Interruption): number {
  if (interruption.hasHappened) return EXIT_INTERRUPTED;
  if (isUsageError(error, progress?.sent)) return EXIT_USAGE;
  if (isKind(error, "too-many-not-created")) return EXIT_TOO_MANY_NOT_CREATED;
  if (error !== undefined || !progress?.complete) return EXIT_STOPPED;
  if (progress.unknown > 0) return EXIT_UNKNOWN;
  return progress.notCreated + decidedToSend > 0 ? EXIT_NOT_CREATED : 0;
}

const isKind = (error: unknown, kind: PlantStoreImportError["kind"]): error is PlantStoreImportError =>
  error instanceof PlantStoreImportError && error.kind === kind;

/** Whether the arguments, the input or the journal are the reason. An input of which a part was read is not wrong as a whole. */
function isUsageError(error: unknown, sent = 0): boolean {
  if (isKind(error, "input")) return error.line === undefined && sent === 0;
  const isConfiguration = isPlantStoreFailure(error) && error.kind === "configuration";
  return isConfiguration || error instanceof UsageError || isKind(error, "journal");
}

function describeError(error: unknown): string {
  if (error instanceof PlantStoreImportError) {
    const { problem, advice } = error;
    return advice ? `${problem} ${advice.when}, pass ${flagOf(advice.option)}.` : problem;
  }
  if (error instanceof UsageError) return error.message;
  if (!isPlantStoreFailure(error)) return error instanceof Error ? `${error.stack ?? error}` : String(error);
  if (error.cause instanceof UsageError) return error.cause.message; // The token file.
  if (error.kind === "configuration") return describeOption(error);
  if (error.kind !== "unexpected-response") return error.message;
  return `The store's response was ${fullReasonOf(error)}. Check the token and --base-url.`;
}
