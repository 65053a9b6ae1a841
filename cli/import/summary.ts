/** What the command prints at the end: a table, and what to do next. */
import { continueLines, formatCount, formatDuration, plural, wrap } from "../terminal-text.ts";
import { argumentsToContinue, type ImportArguments } from "./arguments.ts";
import type { ImportResult } from "./import-file.ts";
import { formatReasons, type Problems } from "./problems.ts";
import { countDone, markOf, nameCounts } from "./progress-display.ts";
import { unknownFileOf } from "./unknown-file.ts";

export function formatSummary(args: ImportArguments, result: ImportResult, problems: Problems): string {
  const { progress, journal } = result;
  // Nothing is known, and the error says what to correct.
  if (!progress && countDone(journal) === 0) return "";
  const parts = [formatTable(result, problems)];
  const { orphaned = 0, equal = 0 } = progress ?? {};
  if (equal > 0)
    parts.push(wrap(`${plural(equal, "further row")} of the input: equal to an earlier one, and not sent.`));
  if (orphaned > 0) parts.push(wrap(`${plural(orphaned, "row")} of the journal: not in the input.`));
  if (result.notCreatedFile !== undefined)
    parts.push(`The rows that were not created are in\n  ${result.notCreatedFile}`);
  return [...parts, ...adviseOn(args, result)].join("\n\n");
}

function formatTable({ progress, journal, unknownRows, duration }: ImportResult, problems: Problems): string {
  const counts = nameCounts(progress ?? journal);
  const total = formatCount(countDone(progress ?? journal));
  const reasons = { notCreated: problems.reasons, unknown: unknownRows?.reasons };
  const lines = counts.flatMap(({ name, label, count }) => {
    const isPart = name === "unknown" && journal.unknown !== count;
    const note = isPart ? `  ${formatCount(journal.unknown)} in the whole journal` : "";
    const why = name === "notCreated" || name === "unknown" ? formatReasons(reasons[name]) : [];
    const line = `  ${markOf(name)} ${label.padEnd(11)}  ${formatCount(count).padStart(total.length)}${note}`;
    return [line, ...why.map((reason) => `      ${reason}`)];
  });
  // Without a row of the input, only the journal has counts.
  if (!progress) return ["The journal has:", ...lines, `    rows         ${total}`].join("\n");
  const earlier = progress.skipped > 0 ? `; ${formatCount(progress.skipped)} done earlier` : "";
  const label = (progress.complete ? "rows" : "rows so far").padEnd(11);
  return [...lines, `    ${label}  ${total}  in ${formatDuration(duration / 1000)}${earlier}`].join("\n");
}

/** What is known about the input, or what to do next. Claims nothing without evidence. */
function adviseOn(args: ImportArguments, { progress, journal, unknownRows, error }: ImportResult): string[] {
  if (journal.unknown > 0) return [adviseOnUnknown(args, journal.unknown, unknownRows?.undecided)];
  if (!progress?.complete) return [`To continue${withInput(args)}:\n${nextCommand(args, args.resolve)}`];
  if (progress.notCreated > 0)
    return [`Correct them in the input. Then run${withInput(args)}:\n${nextCommand(args)}`];
  if (error !== undefined) return [];
  const file = args.file === "-" ? "standard input" : args.file;
  const { created, exists } = progress;
  if (created + exists === 0) return [wrap(`There are no plants in ${file}.`)];
  if (exists === 0) return [wrap(`Every row of ${file} was created.`)];
  const compared = "Of those that existed, only the ids were compared.";
  return [wrap(`Every row of ${file} was created or exists. ${compared}`)];
}

function adviseOnUnknown(args: ImportArguments, unknown: number, undecided: number | undefined): string {
  const fact = `${plural(unknown, "row")} may exist: the store did not say whether it created ${unknown === 1 ? "it" : "them"}.`;
  const run = `Then run${withInput(args)}:`;
  if (undecided === undefined) {
    const advice = `${wrap(`${fact} Their list was not updated. Correct what is named above. ${run}`)}`;
    return `${advice}\n${nextCommand(args, args.resolve)}`;
  }
  const file = unknownFileOf(args.journal);
  const found =
    undecided > 0
      ? ` You have set ${plural(undecided, "outcome")} in that file, which this run did not apply.`
      : "";
  const advice = `Find out which of them exist, and set "outcome" to "created" or "not-created".${found} ${run}`;
  return [wrap(`${fact} The list is in`), `  ${file}`, wrap(advice), nextCommand(args, file)].join("\n");
}

/** Standard input has no name to put into a command. */
const withInput = ({ file }: ImportArguments) => (file === "-" ? ", with the same standard input" : "");

/** The command that continues the import, for a POSIX shell. */
function nextCommand(args: ImportArguments, resolve?: string): string {
  // The shell does not find the command of a local installation.
  const npx = /[\\/]node_modules[\\/]/.test(`${process.argv[1]}`) ? "npx " : "";
  const [file, ...options] = argumentsToContinue(args, resolve);
  return continueLines([`${npx}plant-store-sdk import ${file}`, ...options]);
}
