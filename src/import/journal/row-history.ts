/** What the journal says about every row. Records in the journal what happens to a row. */
import { PlantStoreImportError } from "../import-error.ts";
import { formatRowKey, idOfRow, type RowKey } from "../input/row-key.ts";
import type { ImportJournal } from "./import-journal.ts";
import {
  formatEntry,
  type JournalEntry,
  parseEntry,
  type RowDetails,
  type RowOutcome,
} from "./journal-entry.ts";
import { isDone, isUnknown, nextState, type RowState } from "./row-state.ts";
import { RowTable } from "./row-table.ts";

/** A row that the journal or the input contains. */
export interface KnownRow {
  /** Its index in the table. */
  readonly index: number;
  /** Its key, as text. */
  readonly row: string;
}

/** What the journal says about a row and its last attempt. */
export interface JournalRow extends KnownRow, RowDetails {
  attempt: number;
  revision: number;
  id: bigint;
  /** Why the attempt did not create the plant. Undefined if the process ended before it could record that. */
  reason?: string | undefined;
  outcome: RowOutcome;
}

/** An outcome follows its intent within at most so many other intents, because few requests are in flight. */
const MAX_OPEN_INTENTS = 4096;

/** How many rows of a journal have which outcome. */
export interface JournalCounts {
  created: number;
  exists: number;
  notCreated: number;
  unknown: number;
}

type LineStore = Pick<ImportJournal, "read" | "append">;

export class RowHistory {
  readonly table = new RowTable();
  readonly #journal: LineStore;

  private constructor(journal: LineStore) {
    this.#journal = journal;
  }

  /** Reads a journal. @throws PlantStoreImportError if it contains what an import did not write */
  static async read(journal: LineStore): Promise<RowHistory> {
    const history = new RowHistory(journal);
    let entries = 0;
    for await (const line of journal.read()) {
      entries += 1;
      if (history.#apply(line)) continue;
      const problem = `Entry ${entries} of the journal is invalid, or does not follow from the ones before it`;
      const advice = "Restore the journal from a backup; a journal must not be edited";
      throw new PlantStoreImportError("journal", `${problem}. ${advice}.`);
    }
    return history;
  }

  /** Adds a row of the input. */
  addInputRow(key: RowKey): KnownRow {
    const index = this.table.addInputRow(key);
    return { index, row: this.#rowAt(index) };
  }

  find(key: RowKey): { index: number; state: RowState } | undefined {
    const index = this.table.find(key);
    return index === -1 ? undefined : { index, state: this.table.state(index) };
  }

  /** Records that a row is about to be sent. Resolves when the record is durable. */
  recordIntent({ index, row }: KnownRow, { name, tag, line }: RowDetails): Promise<void> {
    const attempt = this.table.state(index).attempt + 1;
    const time = new Date().toISOString();
    return this.#record(index, { event: "intent", row, attempt, time, line, name, tag });
  }

  /** Records the outcome of the row's last attempt. Resolves when the record is durable. */
  recordOutcome({ index, row }: KnownRow, outcome: RowOutcome, reason?: string): Promise<void> {
    const { attempt } = this.table.state(index);
    return this.#record(index, { event: "outcome", row, attempt, outcome, reason });
  }

  /** Records what the operator found out about the row's last attempt. Resolves when the record is durable. */
  recordDecision(index: number, outcome: RowOutcome): Promise<void> {
    const { attempt, revision } = this.table.state(index);
    return this.#record(index, { event: "decision", row: this.#rowAt(index), attempt, revision, outcome });
  }

  /** Whether the plant of a row exists, after all of its attempts. */
  outcomeOf({ index }: { index: number }): RowOutcome {
    return outcomeOf(this.table.state(index));
  }

  /** The rows that were sent. */
  *sentRows(): Generator<{ row: string; key: RowKey }, void, undefined> {
    for (let index = 0; index < this.table.length; index++) {
      if (this.table.state(index).attempt > 0)
        yield { row: this.#rowAt(index), key: this.table.keyOf(index) };
    }
  }

  /** The number of rows that were sent, but are not in today's input. */
  countOrphans(): number {
    return this.#count((state, index) => state.attempt > 0 && !this.table.isInInput(index));
  }

  /** Counts the rows that were sent, whether the input contains them or not. */
  count(): JournalCounts {
    const count = (outcome: RowOutcome) =>
      this.#count((state) => state.attempt > 0 && outcomeOf(state) === outcome);
    return {
      created: count("created"),
      exists: count("exists"),
      notCreated: count("not-created"),
      unknown: count("unknown"),
    };
  }

  /** Whether an earlier run, or this one, created a plant, or found one that exists. */
  hasCreated(): boolean {
    for (let index = 0; index < this.table.length; index++) {
      if (isDone({ status: this.table.status(index) })) return true;
    }
    return false;
  }

  /** Lists rows in the order of their last attempts. Reads the journal again, because memory has no room for names. */
  async *list(
    isListed: (state: RowState, index: number) => boolean,
  ): AsyncGenerator<JournalRow, void, undefined> {
    const isFound = new Uint8Array(this.table.length);
    /** Rows that wait for the reason, which is in a later line. */
    const open = new Map<number, JournalRow>();
    for await (const line of this.#journal.read()) {
      const { entry, key } = parseEntry(line) ?? {};
      const { index, state } = (key && this.find(key)) ?? {};
      if (!entry || index === undefined || !state || entry.attempt !== state.attempt) continue;
      if (entry.event === "outcome") {
        const row = open.get(index);
        if (row && entry.reason !== undefined) row.reason = entry.reason;
      } else if (entry.event !== "decision" && !isFound[index] && isListed(state, index)) {
        isFound[index] = 1;
        const { row, attempt, name = "", tag, line, time } = entry;
        const reason = entry.event === "row" ? entry.reason : undefined;
        const { revision } = state;
        const [id, outcome] = [idOfRow(row), outcomeOf(state)];
        open.set(index, { index, row, attempt, revision, id, name, tag, line, time, reason, outcome });
      }
      if (open.size <= MAX_OPEN_INTENTS) continue;
      const [[oldest, row]] = open as unknown as [[number, JournalRow]];
      open.delete(oldest);
      yield row;
    }
    yield* open.values();
  }

  /** Lists the rows that may exist. */
  async *listUnknown(): AsyncGenerator<JournalRow, void, undefined> {
    if (this.count().unknown > 0) yield* this.list(isUnknown);
  }

  /** Applies a line of the journal. Returns false if no import can have written it. */
  #apply(line: string): boolean {
    const parsed = parseEntry(line);
    if (!parsed) return false;
    const index = this.table.findOrAdd(parsed.key);
    const before = this.table.state(index);
    const state = nextState(before, parsed.entry);
    if (state && state !== before) this.table.set(index, state);
    return state !== undefined;
  }

  #record(index: number, entry: JournalEntry): Promise<void> {
    this.table.set(index, nextState(this.table.state(index), entry) as RowState);
    return this.#journal.append(formatEntry(entry));
  }

  #count(isCounted: (state: RowState, index: number) => boolean): number {
    let count = 0;
    for (let index = 0; index < this.table.length; index++) {
      if (isCounted(this.table.state(index), index)) count += 1;
    }
    return count;
  }

  #rowAt(index: number): string {
    return formatRowKey(this.table.keyOf(index));
  }
}

function outcomeOf(state: RowState): RowOutcome {
  if (state.status === "created" || state.status === "exists") return state.status;
  return isUnknown(state) ? "unknown" : "not-created";
}
