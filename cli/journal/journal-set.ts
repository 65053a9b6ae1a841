/** The journals of one input, such as of all its shards. */
import { formatShard, type Shard } from "../../src/import/input/shard.ts";
import { type JournalCounts, type JournalRow, RowHistory } from "../../src/import/journal/row-history.ts";
import { readJournal, readOwner } from "../../src/import/node/read-journal.ts";

interface ReadJournal extends JournalCounts {
  file: string;
  baseUrl: string | undefined;
  shard: Shard | undefined;
  history: RowHistory;
}

/** A row that was sent because of two journals. */
export interface RepeatedRow {
  row: string;
  files: [string, string];
}

export class JournalSet {
  readonly journals: ReadJournal[];
  /** Shards of the input whose journal is not in the set. */
  readonly missing: Shard[];
  /** `repeated`: the number of rows that are in two journals. */
  readonly total: JournalCounts & { repeated: number };

  private constructor(journals: ReadJournal[]) {
    this.journals = journals;
    const { shard } = journals[0] ?? {};
    const present = new Set(journals.map((journal) => journal.shard?.index));
    this.missing = Array.from({ length: shard?.count ?? 0 }, (_, index) => index + 1)
      .filter((index) => !present.has(index))
      .map((index) => ({ index, count: shard?.count ?? 0 }));
    const sum = (name: keyof JournalCounts) => journals.reduce((total, journal) => total + journal[name], 0);
    this.total = {
      created: sum("created"),
      exists: sum("exists"),
      notCreated: sum("notCreated"),
      unknown: sum("unknown"),
      repeated: 0,
    };
    for (const _ of this.repeatedRows()) this.total.repeated += 1;
  }

  /** @throws PlantStoreImportError if a file cannot be read, or is not a journal */
  static async read(files: string[]): Promise<JournalSet> {
    const journals: ReadJournal[] = [];
    for (const file of files) {
      const { baseUrl, shard } = (await readOwner(file)) ?? { baseUrl: undefined, shard: undefined };
      const history = await RowHistory.read({ read: () => readJournal(file), append: async () => {} });
      journals.push({ file, baseUrl, shard, history, ...history.count() });
    }
    return new JournalSet(journals);
  }

  *repeatedRows(): Generator<RepeatedRow, void, undefined> {
    for (const [number, { file, history }] of this.journals.entries()) {
      const before = this.journals.slice(0, number);
      for (const { key, row } of before.length > 0 ? history.sentRows() : []) {
        const other = before.find((each) => (each.history.find(key)?.state.attempt ?? 0) > 0);
        if (other) yield { row, files: [other.file, file] };
      }
    }
  }

  async *unknownRows(): AsyncGenerator<{ file: string } & JournalRow, void, undefined> {
    for (const { file, history } of this.journals)
      for await (const row of history.listUnknown()) yield { file, ...row };
  }

  /** What `--json` prints, one object per line. */
  async *events(): AsyncGenerator<object, void, undefined> {
    for (const { history: _, shard, ...journal } of this.journals)
      yield { event: "journal", ...journal, shard: shard && formatShard(shard) };
    for await (const { index: _, ...row } of this.unknownRows()) yield { event: "unknown", ...row };
    for (const row of this.repeatedRows()) yield { event: "repeated", ...row };
    yield { event: "summary", ...this.total, missingShards: this.missing.map(formatShard) };
  }
}
