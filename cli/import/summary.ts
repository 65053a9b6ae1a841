/** What the command prints at the end: a table, and what to do next. */
import type { ImportProgress } from "../../src/import/index.ts";
import { formatCount, formatDuration, plural, wrap } from "../terminal-text.ts";
import type { ImportArguments } from "./arguments.ts";
import type { ImportResult } from "./import-file.ts";
import { formatReasons, type Problems } from "./problems.ts";
import { countDone, markOf, nameCounts } from "./progress-display.ts";
import { unknownFileOf } from "./unknown-file.ts";

/** Such as "5 rows: 3 would be sent, 1 done earlier, 0 unknown, 1 changed or invalid. Nothing was sent." */
export function formatDryRun(progress: ImportProgress): string {
  const { sent, skipped, unknown, notCreated, complete } = progress;
  const rows = `${plural(countDone(progress), "row")}${complete ? "" : " so far"}`;
  const counts = [
    `${formatCount(sent)} would be sent`,
    `${formatCount(skipped)} done earlier`,
    `${formatCount(unknown)} unknown`,
    `${formatCount(notCreated)} changed or invalid`,
  ];
  return wrap(`${rows}: ${counts.join(", ")}. Nothing was sent.`);
}

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

function formatTable({ progress, journal, duration }: ImportResult, problems: Problems): string {
  const counts = nameCounts(progress ?? journal);
  const total = formatCount(countDone(progress ?? journal));
  const lines = counts.flatMap(({ name, label, count }) => {
    const isPart = name === "unknown" && journal.unknown !== count;
    const note = isPart ? `  ${formatCount(journal.unknown)} in the whole journal` : "";
    const why = name === "notCreated" ? formatReasons(problems.reasons) : [];
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
function adviseOn(args: ImportArguments, { progress, journal, undecided, error }: ImportResult): string[] {
  if (journal.unknown > 0) return [adviseOnUnknown(args, journal.unknown, undecided)];
  if (!progress?.complete) return ["To continue, run the same command again."];
  if (progress.notCreated > 0) return ["Correct them in the input, and run the same command again."];
  if (error !== undefined) return [];
  const file = args.file === "-" ? "standard input" : args.file;
  const { created, exists } = progress;
  if (created + exists === 0) return [wrap(`There are no plants in ${file}.`)];
  if (exists === 0) return [wrap(`Every row of ${file} was created.`)];
  const compared = "Of those that existed, only the ids were compared.";
  return [wrap(`Every row of ${file} was created or exists. ${compared}`)];
}

function adviseOnUnknown({ journal }: ImportArguments, count: number, undecided: number | undefined): string {
  const fact = `${plural(count, "row")} may exist: the store did not say whether it created ${count === 1 ? "it" : "them"}.`;
  if (undecided === undefined) {
    const advice = "Their list was not updated. Correct what is named above, and run the same command again.";
    return wrap(`${fact} ${advice}`);
  }
  const found =
    undecided > 0
      ? ` You have set ${plural(undecided, "outcome")} in that file, which this run did not apply.`
      : "";
  const advice = `Find out which of them exist, and set "outcome" to "created" or "not-created".${found} Then run the same command with --resolve and that file.`;
  return [wrap(`${fact} The list is in`), `  ${unknownFileOf(journal)}`, wrap(advice)].join("\n");
}
