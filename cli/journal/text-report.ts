/** What `plant-store-sdk journal` prints. */

import { formatShard } from "../../src/import/input/shard.ts";
import { describeCounts } from "../import/progress-display.ts";
import { formatCount, plural, withoutControls, wrap } from "../terminal-text.ts";
import type { JournalSet } from "./journal-set.ts";

/** A journal may have a million unknown rows. `--json` prints all. */
const MAX_LISTED = 20;

export function formatJournals(set: JournalSet): string {
  const { journals, missing, total } = set;
  const lines = journals.flatMap((journal) => [
    `${journal.path}  ${journal.shard ? `shard ${formatShard(journal.shard)}  ` : ""}${journal.baseUrl}`,
    `  ${describeCounts(journal.count())}`,
  ]);
  if (journals.length > 1) lines.push("", `${journals.length} journals`, `  ${describeCounts(total)}`);
  if (missing.length > 0) {
    const shards = missing.slice(0, MAX_LISTED).map(formatShard).join(", ");
    const more = missing.length > MAX_LISTED ? ", …" : "";
    lines.push("", wrap(`${plural(missing.length, "shard")} without a journal here: ${shards}${more}`));
  }
  if (total.unknown > 0) {
    const listed: string[] = [];
    for (const { file, line, id, name, reason = "killed" } of set.unknownRows()) {
      if (listed.length === MAX_LISTED) break;
      const where = [line === undefined ? "" : `line ${line}`, `plant ${id}`, name, reason];
      const journal = journals.length > 1 ? [file] : [];
      listed.push(`  ? ${[...where.filter(Boolean), ...journal].map(withoutControls).join("  ")}`);
    }
    lines.push("", "These may exist:", ...listed, ...describeRest(total.unknown));
  }
  if (total.repeated > 0) {
    const repeated = [...set.repeatedRows()].slice(0, MAX_LISTED);
    const listed = repeated.map(({ row, files }) => `  plant ${row.split(":")[0]}  ${files.join("  ")}`);
    lines.push("", "These are in two journals, so they may exist twice:", ...listed);
    lines.push(...describeRest(total.repeated));
  }
  return lines.join("\n");
}

function describeRest(count: number): string[] {
  const rest = count - MAX_LISTED;
  return rest > 0 ? [`  … and ${formatCount(rest)} more: --json lists them all.`] : [];
}
