/** `--dry-run`: an import into a store that accepts everything and is forgotten. It reads the journal and changes nothing. */
import { existsSync } from "node:fs";
import { resolveBaseUrl } from "../../src/call/base-url.ts";
import type { HoldReason, ImportClient, ImportJournal, ImportProgress } from "../../src/import/index.ts";
import { applyDecisions } from "../../src/import/journal/operator-decisions.ts";
import { RowHistory } from "../../src/import/journal/row-history.ts";
import { lockFileOf } from "../../src/import/node/lock-file.ts";
import { readJournal } from "../../src/import/node/read-journal.ts";
import { resolveImportOptions } from "../../src/import/run/import-options.ts";
import { importRows } from "../../src/import/run/import-plants.ts";
import type { ImportArguments } from "./arguments.ts";
import type { Interruption } from "./interruption.ts";
import { openInput } from "./open-input.ts";
import { IgnoredDecisions, type ImportListener, type ImportResult } from "./run-import.ts";
import { rejectInputAsJournal } from "./same-file.ts";
import { formatCount, plural, wrap } from "./terminal-text.ts";
import { readDecisions } from "./unknown-file.ts";

/** What an import would do. */
export interface DryRun {
  wouldSend: number;
  created: number;
  held: Partial<Record<HoldReason, number>>;
  /** Decisions of `--resolve` that would be applied. */
  wouldDecide: number;
}

const acceptAll: ImportClient = {
  safeCreatePlant: async ({ name }) => ({
    success: true,
    data: { name },
    response: { status: 200, headers: new Headers() },
    attempts: 1,
    possibleDuplicate: false,
  }),
};

/** Reports the rows that an import would not send. @throws if the journal or the input cannot be read */
export async function checkInput(
  args: ImportArguments,
  interruption: Interruption,
  { onRow, onProgress, onNote }: ImportListener,
): Promise<ImportResult & { dryRun: DryRun }> {
  rejectInputAsJournal(args);
  const input = await openInput(args.file);
  const journal = openReadOnly(args);
  if (existsSync(lockFileOf(args.journal))) {
    onNote(
      `Another import may be using the journal (${lockFileOf(args.journal)}), so the counts may change.`,
    );
  }
  const history = await RowHistory.read(journal);
  const dryRun: DryRun = { wouldSend: 0, created: 0, held: {}, wouldDecide: 0 };
  let progress: ImportProgress | undefined;
  let error: unknown;
  try {
    if (args.resolve !== undefined) {
      const ignored = new IgnoredDecisions(onNote);
      dryRun.wouldDecide = await applyDecisions(history, readDecisions(args.resolve), ignored.add);
      ignored.end();
    }
    const options = resolveImportOptions(acceptAll, input, {
      journal,
      resendUnknown: args.resendUnknown,
      allowChanged: args.allowChanged,
      signal: interruption.stop.signal,
      onProgress: (current) => {
        progress = current;
        onProgress(current);
      },
    });
    for await (const row of importRows(acceptAll, input, history, options)) {
      if (row.action === "sent") dryRun.wouldSend += 1;
      else if (row.action === "skipped") dryRun.created += 1;
      else if (row.reason !== undefined) {
        dryRun.held[row.reason] = (dryRun.held[row.reason] ?? 0) + 1;
        await onRow(row);
      }
    }
  } catch (thrown) {
    error = thrown;
  }
  return { progress, journal: history.count(), undecided: undefined, error, dryRun };
}

/** The journal as it is, if it exists. What the dry run appends is dropped. */
function openReadOnly({ journal: path, ...args }: ImportArguments): ImportJournal {
  // A dry run needs no store. If there is one, the journal must belong to it.
  const url = args.baseUrl ?? process.env.PLANT_STORE_BASE_URL;
  const baseUrl = url ? resolveBaseUrl(url, true, undefined) : undefined;
  const read = () => (existsSync(path) ? readJournal(path, baseUrl) : []);
  return { append: async () => {}, read, close: async () => {} };
}

/** Such as "5 rows: 3 would be sent, 1 is created, 1 is held (changed). Nothing was sent." */
export function formatCheck({ wouldSend, created, held, wouldDecide }: DryRun, isComplete: boolean): string {
  const reasons = Object.entries(held);
  const heldRows = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.map(([reason, count]) => `${formatCount(count)} ${HELD_BECAUSE[reason as HoldReason]}`);
  const parts = [
    `${formatCount(wouldSend)} would be sent`,
    `${formatCount(created)} already created`,
    heldRows === 0 ? "0 held" : `${formatCount(heldRows)} held (${why.join(", ")})`,
  ];
  const rows = `${plural(wouldSend + created + heldRows, "row")}${isComplete ? "" : " so far"}`;
  const decisions = wouldDecide === 0 ? "" : ` ${plural(wouldDecide, "decision")} would be applied.`;
  return `${wrap(`${rows}: ${parts.join(", ")}.${decisions} Nothing was sent.`)}\n`;
}

const HELD_BECAUSE: Record<HoldReason, string> = {
  malformed: "malformed",
  "invalid-plant": "invalid",
  changed: "changed",
  unknown: "unknown",
};
