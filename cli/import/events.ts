/** The output of `--json`: one object per line. */
import { stringifyJson } from "../../src/contract/json.ts";
import type { ImportedRow } from "../../src/import/index.ts";
import type { ImportArguments } from "./arguments.ts";
import type { DryRun } from "./dry-run.ts";
import type { ImportResult } from "./import-file.ts";
import { unknownFileOf } from "./unknown-file.ts";

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
  const kind = result?.success === false && outcome !== "exists" ? result.error.kind : reason;
  const id = plant === undefined || plant === null ? undefined : plant.id;
  return `${stringifyJson({ event: "row", row, line, id, outcome, action, kind, message })}`;
}

export function summaryEvent({ progress, journal, undecided }: ImportResult, args: ImportArguments): string {
  const { pause: _, ...counts } = progress ?? { ...journal, complete: false, pause: undefined };
  return JSON.stringify({
    event: "summary",
    ...counts,
    // Without a row of the input, the counts are those of the journal.
    countsOf: progress ? "input" : "journal",
    unknownInJournal: journal.unknown,
    journal: args.journal,
    unknownFile: undecided !== undefined && journal.unknown > 0 ? unknownFileOf(args.journal) : undefined,
  });
}

export function dryRunEvent(dryRun: DryRun, complete: boolean): string {
  return JSON.stringify({ event: "summary", dryRun: true, ...dryRun, complete });
}
