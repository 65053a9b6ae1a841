/** The journal and what follows from it: which rows are done, which may be sent, and which are held. */
import type { PlantStoreOutcome } from "../outcome.ts";
import type { ImportJournal } from "./journal.ts";
import { formatEntry, invalidEntry, type JournalEntry, parseEntry } from "./journal-entry.ts";
import { formatRowKey, type RowKey } from "./row-key.ts";
import { RowTable } from "./row-table.ts";

/** A row of the input. */
export interface LedgerRow {
  /** Its number in the table. */
  readonly number: number;
  /** Its key, as text. */
  readonly row: string;
}

export class Ledger {
  readonly table = new RowTable();
  readonly #journal: ImportJournal;

  private constructor(journal: ImportJournal) {
    this.#journal = journal;
  }

  /** Reads a journal. @throws PlantStoreImportError if it contains what an import did not write */
  static async load(journal: ImportJournal): Promise<Ledger> {
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
    const attempt = this.table.attempt(number) + 1;
    this.table.set(number, "sent", attempt);
    return this.#append({ event: "intent", row, attempt, name });
  }

  /** Records what came of the row's last attempt. Resolves when the record is durable. */
  settle({ number, row }: LedgerRow, outcome: PlantStoreOutcome): Promise<void> {
    const attempt = this.table.attempt(number);
    this.table.set(number, outcome, attempt);
    return this.#append({ event: "outcome", row, attempt, outcome });
  }

  /** Records what the operator found out about an unknown row. Resolves when the record is durable. */
  decide({ number, row }: LedgerRow, outcome: "created" | "not-created"): Promise<void> {
    const attempt = this.table.attempt(number);
    this.table.set(number, outcome, attempt);
    return this.#append({ event: "decision", row, attempt, outcome });
  }

  /** The number of rows that were sent, but are not in today's input. */
  countOrphans(): number {
    let orphans = 0;
    for (let row = 0; row < this.table.length; row++) if (!this.table.isSeen(row)) orphans += 1;
    return orphans;
  }

  #append(entry: JournalEntry): Promise<void> {
    return this.#journal.append(formatEntry(entry));
  }

  /** Applies a line of the journal. Returns false if it cannot be right. */
  #apply(line: string): boolean {
    const parsed = parseEntry(line);
    if (!parsed) return false;
    const { entry, key } = parsed;
    const row = this.table.findOrAdd(key);
    const status = this.table.status(row);
    const attempt = this.table.attempt(row);
    if (entry.event === "intent") {
      if (entry.attempt !== attempt + 1 || status === "created") return false;
      this.table.set(row, "sent", entry.attempt);
      return true;
    }
    const mayFollow = status === "sent" || (status === "unknown" && entry.event === "decision");
    if (entry.attempt !== attempt || !mayFollow) return false;
    this.table.set(row, entry.outcome, attempt);
    return true;
  }
}
