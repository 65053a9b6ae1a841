/** What the command prints for a person: problems and notes while it runs, and a table and what to do next at the end. */
import { formatCount, plural } from "../../../src/common/format-count.ts";
import type { NewPlant } from "../../../src/index.ts";
import { formatDuration, wrap } from "../../terminal/format-text.ts";
import { formatJson, print, withoutControls } from "../../terminal/print.ts";
import type { ImportedRow, ImportJournal } from "../index.ts";
import { formatShard } from "../input/shard.ts";
import { COUNT_NAMES } from "../journal/journal-rows.ts";
import { CORRECT_ROWS, CORRECT_ROWS_OR_COMMAND, STOPS, type Stop } from "./ends.ts";
import type { ImportArguments } from "./import-arguments.ts";
import type { ImportResult, Reporter, RunProgress } from "./import-file.ts";
import { countDone, markOf, nameCounts, ProgressDisplay } from "./progress-display.ts";

/** In a file of the wrong format, every row has a problem. */
const MAX_PROBLEMS = 20;

export class TextReporter implements Reporter {
  readonly #display = new ProgressDisplay(process.stderr);
  #problems = 0;
  /** What was printed about created rows: fields that changed, and responses that could not be used. */
  readonly #printed = { changed: false, unusable: false };

  /** Prints such as `plants.ndjson → https://plants.example/api, journal plants.db (1,200 rows)`. */
  start(args: ImportArguments, journal: ImportJournal, share: () => number | undefined): void {
    const { file, shard, dryRun, journal: path } = args;
    const rows = countDone(journal.count());
    const input = file === "-" ? "standard input" : file;
    const part = shard ? `, shard ${formatShard(shard)}` : "";
    const store = dryRun ? "dry run" : journal.baseUrl;
    const state = rows === 0 ? "new" : plural(rows, "row");
    this.#print(`${input}${part} → ${store}, journal ${path} (${state})`, "  ");
    this.#display.start(share);
  }

  /** Prints the first rows that have a problem. */
  row(row: ImportedRow): void {
    const { line, outcome, reason, message } = row;
    // An earlier run has reported a row that is held because it is unknown.
    if (message === undefined || outcome === "exists" || reason === "unknown") return;
    const isUnusable = outcome === "created" && row.result?.success === false;
    if (outcome === "created") {
      const kind = isUnusable ? "unusable" : "changed";
      if (this.#printed[kind]) return;
      this.#printed[kind] = true;
    } else {
      this.#problems += 1;
      if (this.#problems === MAX_PROBLEMS + 1)
        this.#display.print("Further problems are only counted. --json shows them all.");
      if (this.#problems > MAX_PROBLEMS) return;
    }
    const { id } = Object(row.plant) as Partial<NewPlant>;
    const where = [
      line === undefined ? [] : `line ${line}`,
      id === undefined ? [] : `plant ${typeof id === "object" ? formatJson(id) : id}`,
    ];
    const remark =
      reason === "changed" ? " --allow-changed sends it, too." : isUnusable ? ". It counts as created." : "";
    const text = wrap(`${where.flat().join(", ")}: ${message}${remark}`, process.stderr.columns, "    ");
    this.#display.print(`${markOf(COUNT_NAMES[outcome])} ${text}`);
  }

  progress(progress: RunProgress): void {
    this.#display.update(progress);
  }

  note(text: string): void {
    this.#print(text);
  }

  end(result: ImportResult, args: ImportArguments | undefined, stop: Stop | undefined): void {
    this.#display.end();
    const { progress } = result;
    if (!args || !progress) return;
    print(args.dryRun ? formatDryRun(progress) : `\n${formatSummary(args, result, progress, stop)}`);
  }

  #print(text: string, indent?: string): void {
    this.#display.print(wrap(text, process.stderr.columns, indent));
  }
}

/** Such as "5 rows: 3 would be sent, 1 done earlier, 0 unknown, 1 changed or invalid. Nothing was sent." */
function formatDryRun(progress: RunProgress): string {
  const { wouldSend = 0, skipped, unknown, notCreated, complete } = progress;
  const rows = `${plural(countDone(progress), "row")}${complete ? "" : " so far"}`;
  const held = `${formatCount(unknown)} unknown, ${formatCount(notCreated)} changed or invalid`;
  const others = `${formatCount(wouldSend)} would be sent, ${formatCount(skipped)} done earlier`;
  return wrap(`${rows}: ${others}, ${held}. Nothing was sent.`);
}

/** @param stop why the import ended before the end of the input */
function formatSummary(
  args: ImportArguments,
  result: ImportResult,
  progress: RunProgress,
  stop: Stop | undefined,
): string {
  const { notCreatedFile, decidedToSend, journal } = result;
  const { created = 0, exists = 0, unknown = 0 } = journal ?? {};
  const { equal, changed, notCreated } = progress;
  const parts = [formatTable(result, progress)];
  if (equal > 0) parts.push(wrap(`Not sent: ${plural(equal, "row")} that the input also has earlier.`));
  if (changed) {
    const where = changed.firstLine === undefined ? "" : `, the first for line ${changed.firstLine}`;
    const which = "Created, but the response shows them otherwise, or could not be used";
    parts.push(wrap(`${which}${where}: ${plural(changed.rows, "row")}.`));
  }
  if (notCreatedFile !== undefined)
    parts.push(`The rows that were not created are in\n  ${withoutControls(notCreatedFile)}`);
  if (decidedToSend > 0) {
    const fact = `Not sent: ${plural(decidedToSend, "row")} that you decided to be not created.`;
    const advice = "A row that only another input has is sent if you import that one with the same journal.";
    parts.push(wrap(`${fact} ${advice}`));
  }
  const isNoneCreated = progress.sent > 0 && created + exists === 0;
  const correct = isNoneCreated ? CORRECT_ROWS_OR_COMMAND : CORRECT_ROWS;
  const next = stop ? STOPS[stop.kind].next : notCreated > 0 ? correct : undefined;
  const first = stop?.kind === "journal" ? "First, correct what is wrong with the journal." : stop && next;
  if (unknown > 0) parts.push(adviseOnUnknown(args, result, unknown, first));
  else if (next !== undefined) parts.push(wrap(next));
  else if (!stop && decidedToSend === 0) parts.push(wrap(describeInput(args, progress)));
  return parts.join("\n\n");
}

function formatTable({ journal, duration }: ImportResult, progress: RunProgress): string {
  const total = formatCount(countDone(progress));
  const lines = nameCounts(progress).map(({ name, label, count }) => {
    const isPart = name === "unknown" && journal && journal.unknown !== count;
    const note = isPart ? `  ${formatCount(journal.unknown)} in the whole journal` : "";
    return `  ${markOf(name)} ${label.padEnd(11)}  ${formatCount(count).padStart(total.length)}${note}`;
  });
  const earlier = progress.skipped > 0 ? `; ${formatCount(progress.skipped)} done earlier` : "";
  const label = (progress.complete ? "rows" : "rows so far").padEnd(11);
  return [...lines, `    ${label}  ${total}  in ${formatDuration(duration / 1000)}${earlier}`].join("\n");
}

/** What is known about an input whose rows exist. Claims nothing without evidence. */
function describeInput({ file, shard }: ImportArguments, progress: RunProgress): string {
  const { created, exists, changed } = progress;
  const input = file === "-" ? "standard input" : file;
  const part = shard && `shard ${formatShard(shard)}`;
  if (created + exists === 0)
    return part ? `No row of ${input} is in ${part}.` : `There are no plants in ${input}.`;
  const asShown = changed ? ", as far as the responses show" : "";
  const every = `Every row of ${part ? `${part} of ` : ""}${input} was created${asShown}`;
  return exists === 0
    ? `${every}.`
    : `${every} or exists. Of those that existed, only the ids were compared.`;
}

function adviseOnUnknown(args: ImportArguments, result: ImportResult, count: number, first = ""): string {
  const fact = `${plural(count, "row")} may exist: the store did not say whether it created ${count === 1 ? "it" : "them"}.`;
  const { unknownFile } = result;
  if (unknownFile === undefined)
    return wrap(`${fact} To list them, run \`plant-store-sdk journal\` with ${args.journal}.`);
  const advice = `${first} Find out which of them exist, and set "outcome" to "created" or "not-created". Then run the same command with --resolve and that file.`;
  return `${wrap(`${fact} The list is in`)}\n  ${withoutControls(unknownFile)}\n${wrap(advice.trim())}`;
}
