/** The output of `--json`: one object per line. */
import { stringifyJson } from "../../src/contract/json.ts";
import type { ImportedRow, ImportProgress } from "../../src/import/index.ts";
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

/** @param stopped why the import ended before the end of the input */
export function summaryEvent(
  { progress, journal, unknownRows, notCreatedFile, duration }: ImportResult,
  args: ImportArguments,
  stopped: string | undefined,
): string {
  const {
    pause: _,
    inFlight: __,
    ...counts
  } = progress ?? { ...journal, complete: false, pause: undefined, inFlight: 0 };
  return JSON.stringify({
    event: "summary",
    ...counts,
    // Without a row of the input, the counts are those of the journal.
    countsOf: progress ? "input" : "journal",
    unknownInJournal: journal.unknown,
    duration,
    stopped,
    journal: args.journal,
    unknownFile: unknownRows !== undefined && journal.unknown > 0 ? unknownFileOf(args.journal) : undefined,
    notCreatedFile,
  });
}

export function progressEvent({ pause: _, ...counts }: ImportProgress): string {
  return JSON.stringify({ event: "progress", ...counts });
}

/** @param pause why nothing is sent, and for how long, ms */
export function pauseEvent(pause: NonNullable<ImportProgress["pause"]>): string {
  return JSON.stringify({ event: "pause", ...pause });
}

export function errorEvent(message: string): string {
  return JSON.stringify({ event: "error", message });
}

export function dryRunEvent(dryRun: DryRun, complete: boolean): string {
  return JSON.stringify({ event: "summary", dryRun: true, ...dryRun, complete });
}
