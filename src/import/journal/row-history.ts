/** The journal and what follows from it: which rows are done, which may be sent, and which are held. */
import type { PlantStoreOutcome } from "../../outcome.ts";
import { formatRowKey, idOfRow, type RowKey } from "../input/row-key.ts";
import type { ImportJournal } from "./import-journal.ts";
import { formatEntry, invalidEntry, type JournalEntry, parseEntry } from "./journal-entry.ts";
import { isUnknown, nextState, type RowState } from "./row-state.ts";
import { RowTable } from "./row-table.ts";

/** A row of the input. */
export interface LedgerRow {
  /** Its number in the table. */
  readonly number: number;
  /** Its key, as text. */
  readonly row: string;
}

/** What the journal says about a row and its last attempt. */
export interface JournalRow extends LedgerRow {
  attempt: number;
  revision: number;
  id: bigint;
  /** Of a long name, the journal keeps the beginning. */
  name: string;
  outcome: PlantStoreOutcome;
}

/** How many rows of a journal have which outcome. */
export interface JournalCounts {
  created: number;
  notCreated: number;
  unknown: number;
}

export class Ledger {
  readonly table = new RowTable();
  readonly #journal: Pick<ImportJournal, "read" | "append">;

  private constructor(journal: Pick<ImportJournal, "read" | "append">) {
    this.#journal = journal;
  }

  /** Reads a journal. @throws PlantStoreImportError if it contains what an import did not write */
  static async load(journal: Pick<ImportJournal, "read" | "append">): Promise<Ledger> {
    const ledger = new Ledger(journal);
    let entries = 0;
    for await (const line of journal.read()) {
      entries += 1;
      if (!ledger.#apply(line)) throw invalidEntry(entries);
    }
    return ledger;
  }

  /** Adds a row of the input. */
  see(key: RowKey): LedgerRow {
    const number = this.table.see(key);
    return { number, row: formatRowKey(this.table.keyOf(number)) };
  }

  /** Records that a row is about to be sent. Resolves when the record is durable. */
  intend({ number, row }: LedgerRow, name: string): Promise<void> {
    const attempt = this.table.state(number).attempt + 1;
    return this.#record(number, { event: "intent", row, attempt, name });
  }

  /** Records the outcome of the row's last attempt. Resolves when the record is durable. */
  settle({ number, row }: LedgerRow, outcome: PlantStoreOutcome): Promise<void> {
    const { attempt } = this.table.state(number);
    return this.#record(number, { event: "outcome", row, attempt, outcome });
  }

  /** Records what the operator found out about the row's last attempt. Resolves when the record is durable. */
  decide(number: number, outcome: PlantStoreOutcome): Promise<void> {
    const { attempt, revision } = this.table.state(number);
    const row = formatRowKey(this.table.keyOf(number));
    return this.#record(number, { event: "decision", row, attempt, revision, outcome });
  }

  /** Whether the plant of a row exists, after all of its attempts. */
  outcomeOf({ number }: LedgerRow): PlantStoreOutcome {
    return outcomeOf(this.table.state(number));
  }

  /** The number of rows that were sent, but are not in today's input. */
  countOrphans(): number {
    let orphans = 0;
    for (let row = 0; row < this.table.length; row++) if (!this.table.isSeen(row)) orphans += 1;
    return orphans;
  }

  /** Counts the rows that were sent, whether the input contains them or not. */
  count(): JournalCounts {
    const counts = { created: 0, notCreated: 0, unknown: 0 };
    for (let row = 0; row < this.table.length; row++) {
      const state = this.table.state(row);
      const outcome = outcomeOf(state);
      if (state.attempt > 0) counts[outcome === "not-created" ? "notCreated" : outcome] += 1;
    }
    return counts;
  }

  /** Lists rows in the order of their last attempts. Reads the journal again, because memory has no room for names. */
  async *list(
    isListed: (state: RowState, row: number) => boolean,
  ): AsyncGenerator<JournalRow, void, undefined> {
    const isDone = new Uint8Array(this.table.length);
    for await (const line of this.#journal.read()) {
      const { entry, key } = parseEntry(line) ?? {};
      if (entry?.event !== "intent" || !key) continue;
      const number = this.table.find(key);
      if (number === -1) continue;
      const state = this.table.state(number);
      if (entry.attempt !== state.attempt || isDone[number] || !isListed(state, number)) continue;
      isDone[number] = 1;
      const { row, attempt, name } = entry;
      yield {
        number,
        row,
        attempt,
        revision: state.revision,
        id: idOfRow(row),
        name,
        outcome: outcomeOf(state),
      };
    }
  }

  /** Lists the rows that may exist. */
  async *listUnknown(): AsyncGenerator<JournalRow, void, undefined> {
    if (this.count().unknown > 0) yield* this.list(isUnknown);
  }

  /** Applies a line of the journal. Returns false if no import can have written it. */
  #apply(line: string): boolean {
    const parsed = parseEntry(line);
    if (!parsed) return false;
    const row = this.table.findOrAdd(parsed.key);
    const before = this.table.state(row);
    const state = nextState(before, parsed.entry);
    if (state && state !== before) this.table.set(row, state);
    return state !== undefined;
  }

  #record(number: number, entry: JournalEntry): Promise<void> {
    this.table.set(number, nextState(this.table.state(number), entry) as RowState);
    return this.#journal.append(formatEntry(entry));
  }
}

function outcomeOf(state: RowState): PlantStoreOutcome {
  if (state.status === "created") return "created";
  return isUnknown(state) ? "unknown" : "not-created";
}
