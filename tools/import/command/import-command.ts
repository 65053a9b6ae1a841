/** The command `plant-store-sdk import`: creates the plants of a file, and can be interrupted and continued. */
import { setFlagsFromString } from "node:v8";
import { plural } from "../../../src/common/format-count.ts";
import type { Command } from "../../terminal/command.ts";
import { wrap } from "../../terminal/format-text.ts";
import { print, printError } from "../../terminal/print.ts";
import type { ImportJournal } from "../index.ts";
import { formatShard } from "../input/shard.ts";
import { NO_ROWS } from "../run/progress-report.ts";
import { describeStop, INTERRUPTED, MAX_NEW, type Stop } from "./describe-stop.ts";
import { exitCodeOf } from "./exit-codes.ts";
import { formatDryRun, formatSummary } from "./format-summary.ts";
import { type ImportArguments, readArguments } from "./import-arguments.ts";
import { type ImportListener, type ImportResult, importFile } from "./import-file.ts";
import { Interruption } from "./interruption.ts";
import { openInput } from "./open-input.ts";
import { Problems } from "./print-problems.ts";
import { countDone, ProgressDisplay } from "./progress-display.ts";
import { EventWriter } from "./write-events.ts";

export const importCommand: Command = async (argv, program) => {
  // For millions of rows, V8 would let its young generation grow by 100 MB, and keep garbage of 40 MB in its old one.
  setFlagsFromString("--semi-space-growth-factor=1 --heap-growing-percent=100");
  const interruption = new Interruption();
  // Also if the other arguments are wrong.
  const events = argv.includes("--json") ? new EventWriter(interruption.stop.signal) : undefined;
  let args: ImportArguments | undefined;
  let result: ImportResult;
  try {
    args = readArguments(argv, program);
    if (!args) return;
    result = await run(args, interruption, events);
  } catch (error) {
    result = { journal: undefined, decidedToSend: 0, duration: 0, error };
  } finally {
    interruption.close();
    if (args?.file === "-") process.stdin.destroy(); // An open pipe would keep the process alive.
  }
  const stop = stopOf(result, interruption);
  const outputProblem =
    result.outputError === undefined ? undefined : describeStop(result.outputError).message;
  if (events) await events.end(result, args, stop, outputProblem);
  else if (args && result.progress)
    print(
      args.dryRun ? formatDryRun(result.progress) : `\n${formatSummary(args, result, result.progress, stop)}`,
    );
  if (result.error !== undefined && stop && stop !== INTERRUPTED)
    printError(program, `${howFar(stop, args, result)}${stop.message}`);
  if (outputProblem !== undefined) printError(program, outputProblem);
  if (events?.lost) printError(program, `Cannot write an event: ${events.lost.message}.`);
  process.exitCode = exitCodeOf({
    stop: stop?.kind,
    progress: result.progress ?? NO_ROWS,
    decidedToSend: result.decidedToSend,
    isOutputLost: outputProblem !== undefined || events?.lost !== undefined,
  });
};

function run(args: ImportArguments, interruption: Interruption, events: EventWriter | undefined) {
  const { stderr } = process;
  const note = (text: string) => listener.onNote(text);
  const input = openInput(args.file, args.input, note); // A wrong file is more likely than a missing URL.
  const display = new ProgressDisplay(stderr, input.share);
  const problems = new Problems((text) => display.print(text));
  const listener: ImportListener = {
    onStart: (journal) => {
      interruption.begin(() =>
        display.print("Finishing the requests in flight. A second signal, such as Ctrl+C, aborts them."),
      );
      if (!events) display.print(formatHeader(args, journal));
      display.start();
    },
    onRow: (row) => (events ? events.row(row) : problems.add(row)),
    onProgress: (progress) => {
      if (!events || stderr.isTTY) display.update(progress);
      events?.progress(progress);
    },
    onNote: (text) => (events ? events.note(text) : display.print(wrap(text, stderr.columns))),
  };
  return importFile(args, input, interruption, listener).finally(() => display.end());
}

/** Why the import ended before the end of the input. */
function stopOf({ error, progress }: ImportResult, interruption: Interruption): Stop | undefined {
  if (interruption.hasHappened) return INTERRUPTED;
  if (error !== undefined) return describeStop(error, (progress?.created ?? 0) > 0);
  return progress?.complete ? undefined : MAX_NEW;
}

function howFar({ kind }: Stop, args: ImportArguments | undefined, { progress }: ImportResult): string {
  if (!progress || kind === "configuration" || args?.dryRun) return "";
  return `The import stopped after sending ${plural(progress.sent, "row")}. `;
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
