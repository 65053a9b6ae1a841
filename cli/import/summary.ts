/** What the command prints at the end: a table, and what to do next. */
import { styleText } from "node:util";
import type { ImportProgress } from "../../src/import/index.ts";
import type { ImportArguments } from "./arguments.ts";
import { asArgument, continueLines, formatCount, plural, quote, wrap } from "./layout.ts";
import { unknownFileOf } from "./unknown-file.ts";

/** The rows that may exist, when the import has ended. */
export interface UnknownRows {
  /** Those of the input and those that the input no longer has. */
  total: number;
  /** Outcomes in the file that were not passed to `--resolve`. */
  decided: number;
}

export function formatSummary(
  args: ImportArguments,
  { progress, unknown }: { progress: ImportProgress; unknown: UnknownRows },
): string {
  const { created, notCreated, unknown: unknownInInput, skipped, orphaned, complete } = progress;
  const rows: [mark: string, name: string, count: number, note?: string][] = [
    [
      styleText("green", "✓"),
      "created",
      created,
      skipped > 0 ? `${formatCount(skipped)} of them by earlier runs` : "",
    ],
    [styleText("red", "✗"), "not created", notCreated],
    [styleText("yellow", "?"), "unknown", unknownInInput],
    [" ", complete ? "rows" : "rows so far", created + notCreated + unknownInInput],
  ];
  const width = Math.max(...rows.map(([, , count]) => formatCount(count).length));
  const table = rows.map(([mark, name, count, note]) =>
    `  ${mark} ${name.padEnd(11)}  ${formatCount(count).padStart(width)}  ${note ?? ""}`.trimEnd(),
  );
  const parts = [table.join("\n")];
  if (orphaned > 0) {
    parts.push(
      wrap(`${plural(orphaned, "row")} of the journal ${orphaned === 1 ? "is" : "are"} not in the input.`),
    );
  }
  if (unknown.total > 0) parts.push(adviseOnUnknown(args, unknown));
  else if (!complete) parts.push(`To continue${withInput(args)}:\n${nextCommand(args)}`);
  else if (notCreated > 0)
    parts.push(`Correct what is reported above. Then run${withInput(args)}:\n${nextCommand(args)}`);
  else parts.push("All plants exist. You no longer need the journal.");
  return `${parts.join("\n\n")}\n`;
}

function adviseOnUnknown(args: ImportArguments, { total, decided }: UnknownRows): string {
  const file = unknownFileOf(args.journal);
  const found =
    decided > 0
      ? `You have set ${plural(decided, "outcome")} in that file, which this run did not apply. Then run`
      : "Then run";
  return [
    wrap(
      `${plural(total, "plant")} may exist: the store did not say whether it created them. The list is in`,
    ),
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
  const { journal, baseUrl, tokenFile, concurrency, timeout, maxPause } = args;
  const values = {
    journal: asArgument(journal),
    "base-url": baseUrl,
    "token-file": tokenFile && asArgument(tokenFile),
    concurrency,
    timeout,
    "max-pause": maxPause,
    resolve: resolve && asArgument(resolve),
  };
  const flags = { "allow-changed": args.allowChanged, "allow-insecure-http": args.allowInsecureHttp };
  const options = [
    ...Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : `--${name} ${quote(String(value))}`,
    ),
    ...Object.entries(flags).flatMap(([name, isSet]) => (isSet ? `--${name}` : [])),
  ];
  // npx sets this variable. Without npx, its user would not find the command.
  const npx = process.env.npm_command === "exec" ? "npx " : "";
  return continueLines([`${npx}plant-store-sdk import ${quote(asArgument(args.file))}`, ...options]);
}
