/** The output of `--json`: one object per line. */
import { stringifyJson } from "../../src/contract/json.ts";
import type { ImportedRow, ImportProgress } from "../../src/import/index.ts";
import type { ImportArguments } from "./arguments.ts";

export function rowEvent({
  row,
  line,
  plant,
  outcome,
  action,
  reason,
  result,
  message,
}: ImportedRow): string {
  const kind = result?.success === false ? result.error.kind : reason;
  const id = plant === undefined || plant === null ? undefined : plant.id;
  return `${stringifyJson({ event: "row", row, line, id, outcome, action, kind, message })}`;
}

export function summaryEvent(progress: ImportProgress, { journal, dryRun }: ImportArguments): string {
  const { pause: _, ...counts } = progress;
  const { created: canBeSent, notCreated: cannotBeSent, complete } = counts;
  const summary = dryRun ? { dryRun, canBeSent, cannotBeSent, complete } : { ...counts, journal };
  return JSON.stringify({ event: "summary", ...summary });
}
