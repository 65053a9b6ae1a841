/** The command `plant-store-sdk import`: creates the plants of a file, and can be interrupted and continued. */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { plural } from "../../../src/common/format-count.ts";
import type { Command } from "../../terminal/command.ts";
import { printError } from "../../terminal/print.ts";
import { NO_ROWS } from "../run/progress-report.ts";
import { describeStop, exitCodeOf, INTERRUPTED, MAX_NEW, type Stop } from "./ends.ts";
import { type ImportArguments, readArguments } from "./import-arguments.ts";
import { type ImportResult, importFile } from "./import-file.ts";
import { Interruption } from "./interruption.ts";
import { JsonReporter } from "./json-report.ts";
import { openInput } from "./open-import.ts";
import { TextReporter } from "./text-report.ts";

export const importCommand: Command = async (argv, program) => {
  limitMemory();
  const interruption = new Interruption();
  // Also if the other arguments are wrong.
  const json = argv.includes("--json") ? new JsonReporter(interruption.stop.signal) : undefined;
  const reporter = json ?? new TextReporter();
  let args: ImportArguments | undefined;
  let result: ImportResult;
  try {
    args = readArguments(argv, program);
    if (!args) return;
    const onNote = (text: string) => void reporter.note(text);
    const input = openInput(args.file, args.input, onNote); // A wrong file is more likely than a missing URL.
    result = await importFile(args, input, interruption, reporter);
  } catch (error) {
    result = { journal: undefined, decidedToSend: 0, duration: 0, error };
  } finally {
    interruption.close();
    if (args?.file === "-") process.stdin.destroy(); // An open pipe would keep the process alive.
  }
  const stop = stopOf(result, interruption);
  const outputProblem =
    result.outputError === undefined ? undefined : describeStop(result.outputError).message;
  await reporter.end(result, args, stop, outputProblem);
  if (result.error !== undefined && stop && stop !== INTERRUPTED)
    printError(program, `${howFar(stop, args, result)}${stop.message}`);
  if (outputProblem !== undefined) printError(program, outputProblem);
  if (json?.lost) printError(program, `Cannot write an event: ${json.lost.message}.`);
  process.exitCode = exitCodeOf({
    stop: stop?.kind,
    progress: result.progress ?? NO_ROWS,
    decidedToSend: result.decidedToSend,
    isOutputLost: outputProblem !== undefined || json?.lost !== undefined,
  });
};

/** Why the import ended before the end of the input. */
function stopOf({ error, progress }: ImportResult, interruption: Interruption): Stop | undefined {
  const isCause = error === undefined ? !progress?.complete : error === interruption.stop.signal.reason;
  if (interruption.hasHappened && isCause) return INTERRUPTED;
  if (error !== undefined) return describeStop(error, (progress?.created ?? 0) > 0);
  return progress?.complete ? undefined : MAX_NEW;
}

function howFar({ kind }: Stop, args: ImportArguments | undefined, { progress }: ImportResult): string {
  if (!progress || kind === "configuration" || args?.dryRun) return "";
  return `The import stopped after sending ${plural(progress.sent, "row")}. `;
}

/** Enough that collecting garbage takes little time. */
const YOUNG_BYTES = 8 * 1024 * 1024;

/** For millions of rows, V8 would let its young generation grow by 100 MB, and keep garbage of 40 MB in its old one. */
function limitMemory(): void {
  setFlagsFromString("--heap-growing-percent=100");
  const timer = setInterval(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (young !== undefined && young.space_size < YOUNG_BYTES) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    clearInterval(timer);
  }, 10);
  timer.unref();
}
