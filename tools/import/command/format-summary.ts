/** What the command prints at the end: a table, and what to do next. */
import { formatCount, plural } from "../../../src/common/format-count.ts";
import { formatDuration, wrap } from "../../terminal/format-text.ts";
import { withoutControls } from "../../terminal/print.ts";
import type { ImportProgress } from "../index.ts";
import { formatShard } from "../input/shard.ts";
import type { Stop, StopKind } from "./describe-stop.ts";
import type { ImportArguments } from "./import-arguments.ts";
import type { ImportResult, RunProgress } from "./import-file.ts";
import { countDone, markOf, nameCounts } from "./progress-display.ts";

/** Such as "5 rows: 3 would be sent, 1 done earlier, 0 unknown, 1 changed or invalid. Nothing was sent." */
export function formatDryRun(progress: RunProgress): string {
  const { wouldSend = 0, skipped, unknown, notCreated, complete } = progress;
  const rows = `${plural(countDone(progress), "row")}${complete ? "" : " so far"}`;
  const held = `${formatCount(unknown)} unknown, ${formatCount(notCreated)} changed or invalid`;
  const others = `${formatCount(wouldSend)} would be sent, ${formatCount(skipped)} done earlier`;
  return wrap(`${rows}: ${others}, ${held}. Nothing was sent.`);
}

/** @param stop why the import ended before the end of the input */
export function formatSummary(
  args: ImportArguments,
  result: ImportResult,
  progress: ImportProgress,
  stop: Stop | undefined,
): string {
  const parts = [formatTable(result, progress)];
  if (progress.equal > 0)
    parts.push(wrap(`Not sent: ${plural(progress.equal, "row")} that the input also has earlier.`));
  if (result.notCreatedFile !== undefined)
    parts.push(`The rows that were not created are in\n  ${withoutControls(result.notCreatedFile)}`);
  if (result.decidedToSend > 0)
    parts.push(
      wrap(
        `${plural(result.decidedToSend, "row")} that you decided to be not created: not sent. If this input does not have them, import the one that does, with the same journal.`,
      ),
    );
  const next = stop ? NEXT[stop.kind] : progress.notCreated > 0 ? CORRECT_ROWS : "";
  const unknown = result.journal?.unknown ?? 0;
  const first =
    stop?.kind === "journal" ? "First, correct what is wrong with the journal. " : stop && `${next} `;
  if (unknown > 0) parts.push(adviseOnUnknown(args, result, unknown, first));
  else if (next !== "") parts.push(next);
  else if (!stop && result.decidedToSend === 0) parts.push(wrap(describeInput(args, progress)));
  return parts.join("\n\n");
}

const CONTINUE = "To continue, run the same command again.";
const CORRECT_ROWS = "Correct the rows that were not created, and run the same command again.";

/** What to do after a stop, if its message does not say all of it. */
const NEXT: Readonly<Record<StopKind, string>> = {
  interrupted: CONTINUE,
  "max-new": CONTINUE,
  outage: CONTINUE,
  "input-changed": CONTINUE,
  stopped: "When the cause is corrected, run the same command again to continue.",
  input: "Correct the input, and run the same command again.",
  configuration: "Correct the command, and run it again.",
  "too-many-not-created": CORRECT_ROWS,
  journal: "",
  "in-use": "",
};

function formatTable({ journal, duration }: ImportResult, progress: ImportProgress): string {
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
function describeInput({ file, shard }: ImportArguments, { created, exists }: ImportProgress): string {
  const input = file === "-" ? "standard input" : file;
  const part = shard && `shard ${formatShard(shard)}`;
  if (created + exists === 0)
    return part ? `No row of ${input} is in ${part}.` : `There are no plants in ${input}.`;
  const every = `Every row of ${part ? `${part} of ` : ""}${input} was created`;
  return exists === 0
    ? `${every}.`
    : `${every} or exists. Of those that existed, only the ids were compared.`;
}

function adviseOnUnknown(args: ImportArguments, result: ImportResult, count: number, first = ""): string {
  const fact = `${plural(count, "row")} may exist: the store did not say whether it created ${count === 1 ? "it" : "them"}.`;
  if (result.unknownFile === undefined)
    return wrap(`${fact} To list them, run \`plant-store-sdk journal\` with ${args.journal}.`);
  const advice = `${first}Find out which of them exist, and set "outcome" to "created" or "not-created". Then run the same command with --resolve and that file.`;
  return [wrap(`${fact} The list is in`), `  ${withoutControls(result.unknownFile)}`, wrap(advice)].join(
    "\n",
  );
}
