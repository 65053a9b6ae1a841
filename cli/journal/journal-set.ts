/** The journals of one input, such as of all its shards. */
import { formatRowKey, type RowKey } from "../../src/import/input/row-key.ts";
import { formatShard, type Shard } from "../../src/import/input/shard.ts";
import type { Journal } from "../../src/import/journal/journal.ts";
import type { JournalCounts, JournalRow } from "../../src/import/journal/journal-rows.ts";
import { readJournal } from "../../src/import/journal/open-journal.ts";

/** A row that was sent because of two journals. */
export interface RepeatedRow {
  row: string;
  files: [string, string];
}

export class JournalSet {
  readonly journals: Journal[] = [];
  /** Shards of the input whose journal is not in the set. */
  readonly missing: Shard[];
  /** `repeated`: the number of rows that are in two journals. */
  readonly total: JournalCounts & { repeated: number } = {
    created: 0,
    exists: 0,
    notCreated: 0,
    unknown: 0,
    repeated: 0,
  };

  /** @throws PlantStoreImportError if a file cannot be read, is not a journal, or is in use */
  constructor(files: string[]) {
    for (const file of files) this.journals.push(readJournal(file));
    const { count = 0 } = this.journals[0]?.shard ?? {};
    const present = new Set(this.journals.map(({ shard }) => shard?.index));
    this.missing = Array.from({ length: count }, (_, index) => ({ index: index + 1, count })).filter(
      ({ index }) => !present.has(index),
    );
    for (const journal of this.journals) {
      const counts = journal.count();
      for (const name of Object.keys(counts) as (keyof JournalCounts)[]) this.total[name] += counts[name];
    }
    for (const _ of this.repeatedRows()) this.total.repeated += 1;
  }

  /** Reads all journals side by side, in the order of their rows. */
  *repeatedRows(): Generator<RepeatedRow, void, undefined> {
    if (this.journals.length < 2) return;
    const cursors = this.journals.map((journal) => ({ journal, keys: journal.keys() }));
    const heads = cursors.map((cursor) => ({ ...cursor, key: cursor.keys.next().value }));
    for (;;) {
      let first: (typeof heads)[number] | undefined;
      for (const head of heads) {
        if (!head.key) continue;
        const order = first?.key ? compare(head.key, first.key) : -1;
        if (order < 0) first = head;
        else if (order === 0 && first) {
          yield { row: formatRowKey(head.key), files: [first.journal.path, head.journal.path] };
          head.key = head.keys.next().value; // So that the next journal with this row is compared with the first one.
        }
      }
      if (!first) return;
      first.key = first.keys.next().value;
    }
  }

  *unknownRows(): Generator<{ file: string } & JournalRow, void, undefined> {
    for (const journal of this.journals)
      for (const row of journal.unknownRows()) yield { file: journal.path, ...row };
  }

  /** What `--json` prints, one object per line. */
  *events(): Generator<object, void, undefined> {
    for (const { path, baseUrl, shard, ...journal } of this.journals.map((each) => describe(each)))
      yield { event: "journal", file: path, baseUrl, ...journal, shard: shard && formatShard(shard) };
    for (const row of this.unknownRows()) yield { event: "unknown", ...row };
    for (const row of this.repeatedRows()) yield { event: "repeated", ...row };
    yield { event: "summary", ...this.total, missingShards: this.missing.map(formatShard) };
  }

  async close(): Promise<void> {
    for (const journal of this.journals) await journal.close();
  }
}

const describe = (journal: Journal) => {
  const { path, baseUrl, shard } = journal;
  return { path, baseUrl, shard, ...journal.count() };
};

function compare(a: RowKey, b: RowKey): number {
  if (a.id !== b.id) return a.id < b.id ? -1 : 1;
  if (a.hash === b.hash) return 0;
  return a.hash < b.hash ? -1 : 1;
}
