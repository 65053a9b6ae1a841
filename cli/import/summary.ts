/** What the command prints at the end: a table, and what to do next. */
import { continueLines, formatCount, formatDuration, plural, wrap } from "../terminal-text.ts";
import { argumentsToContinue, type ImportArguments } from "./arguments.ts";
import type { ImportResult } from "./import-file.ts";
import { formatReasons, type Problems } from "./problems.ts";
import { markOf } from "./progress-display.ts";
import { unknownFileOf } from "./unknown-file.ts";

export function formatSummary(args: ImportArguments, result: ImportResult, problems: Problems): string {
  const { progress, journal, duration } = result;
  const { created, exists, notCreated, unknown } = progress ?? journal;
  // Nothing is known, and the error says what to correct.
  if (!progress && created + exists + notCreated + unknown === 0) return "";
  const isComplete = progress?.complete ?? false;
  const { skipped = 0, orphaned = 0 } = progress ?? {};
  const earlier = skipped > 0 ? `; ${formatCount(skipped)} done earlier` : "";
  const rows: [mark: string, name: string, count: number, note?: string | undefined, reasons?: string[]][] = [
    [markOf("created"), "created", created],
    ...(exists > 0 ? [[markOf("exists"), "existing", exists] satisfies [string, string, number]] : []),
    [markOf("notCreated"), "not created", notCreated, "", formatReasons(problems.reasons)],
    [
      markOf("unknown"),
      "unknown",
      unknown,
      journal.unknown === unknown ? "" : `${formatCount(journal.unknown)} in the whole journal`,
      formatReasons(result.unknownRows?.reasons),
    ],
    [
      " ",
      isComplete || !progress ? "rows" : "rows so far",
      created + exists + notCreated + unknown,
      progress && `in ${formatDuration(duration / 1000)}${earlier}`,
    ],
  ];
  const width = Math.max(...rows.map(([, , count]) => formatCount(count).length));
  const table = rows.flatMap(([mark, name, count, note = "", reasons = []]) => [
    `  ${mark} ${name.padEnd(11)}  ${formatCount(count).padStart(width)}  ${note}`.trimEnd(),
    ...reasons.map((reason) => `      ${reason}`),
  ]);
  // Without a row of the input, only the journal has counts.
  const parts = [progress ? table.join("\n") : `The journal has:\n${table.join("\n")}`];
  if (orphaned > 0) {
    parts.push(
      wrap(`${plural(orphaned, "row")} of the journal ${orphaned === 1 ? "is" : "are"} not in the input.`),
    );
  }
  if (result.notCreatedFile !== undefined) {
    parts.push(`The rows that were not created are in\n  ${result.notCreatedFile}`);
  }
  return `${[...parts, ...adviseOn(args, result)].join("\n\n")}\n`;
}

/** What is known about the input, or what to do next. Claims nothing without evidence. */
function adviseOn(args: ImportArguments, { progress, journal, unknownRows, error }: ImportResult): string[] {
  if (journal.unknown > 0) return [adviseOnUnknown(args, journal.unknown, unknownRows?.undecided)];
  if (!progress?.complete) return [`To continue${withInput(args)}:\n${nextCommand(args, args.resolve)}`];
  if (progress.notCreated > 0) {
    return [`Correct them in the input. Then run${withInput(args)}:\n${nextCommand(args)}`];
  }
  if (error !== undefined) return [];
  const file = args.file === "-" ? "standard input" : args.file;
  const rows = progress.created + progress.exists;
  if (rows === 0) return [wrap(`There are no plants in ${file}.`)];
  return [
    wrap(rows === 1 ? `The plant of ${file} exists.` : `All ${plural(rows, "plant")} of ${file} exist.`),
  ];
}

function adviseOnUnknown(args: ImportArguments, unknown: number, undecided: number | undefined): string {
  const fact = `${plural(unknown, "plant")} may exist: the store did not say whether it created ${unknown === 1 ? "it" : "them"}.`;
  if (undecided === undefined) {
    const advice = "Their list was not updated, because of the error. Correct that. Then run";
    return `${wrap(`${fact} ${advice}${withInput(args)}:`)}\n${nextCommand(args, args.resolve)}`;
  }
  const file = unknownFileOf(args.journal);
  const found =
    undecided > 0
      ? `You have set ${plural(undecided, "outcome")} in that file, which this run did not apply. Then run`
      : "Then run";
  return [
    wrap(`${fact} The list is in`),
    `  ${file}`,
    wrap(
      `Find out which of them exist, and set "outcome" to "created" or "not-created". ${found}${withInput(args)}:`,
    ),
    nextCommand(args, file),
  ].join("\n");
}

/** Standard input has no name to put into a command. */
function withInput({ file }: ImportArguments): string {
  return file === "-" ? ", with the same standard input" : "";
}

/** The command that continues the import, for a POSIX shell. */
function nextCommand(args: ImportArguments, resolve?: string): string {
  // The shell does not find the command of a local installation.
  const npx = /[\\/]node_modules[\\/]/.test(`${process.argv[1]}`) ? "npx " : "";
  const [file, ...options] = argumentsToContinue(args, resolve);
  return continueLines([`${npx}plant-store-sdk import ${file}`, ...options]);
}
