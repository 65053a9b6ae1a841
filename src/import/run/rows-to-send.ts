/** Decides about the rows that are done, invalid or held. The others are pending: they have to be sent. */
import type { NewPlant } from "../../contract/schemas.ts";
import { type ImportInput, type InputRow, readRow } from "../input/plant-row.ts";
import type { Ledger, LedgerRow } from "../journal/row-history.ts";
import type { ResolvedImportOptions } from "./import-options.ts";
import type { Report } from "./report.ts";

/** A valid row that has to be sent. */
export interface PendingRow extends LedgerRow {
  readonly line: number | undefined;
  readonly plant: NewPlant;
  /** Resolves when its outcome is final. */
  readonly finished: Promise<void>;
  finish(): void;
}

export class PendingRows {
  readonly #ledger: Ledger;
  readonly #options: ResolvedImportOptions;
  readonly #report: Report;
  /** The last pending row of each id that is not finished. */
  readonly #unfinished = new Map<string, PendingRow>();

  constructor(ledger: Ledger, options: ResolvedImportOptions, report: Report) {
    this.#ledger = ledger;
    this.#options = options;
    this.#report = report;
  }

  /** Reads the input until the signal aborts, and yields the pending rows. Waits if the consumer is slow. */
  async *read(input: ImportInput, signal: AbortSignal): AsyncGenerator<PendingRow, undefined> {
    for await (const item of input) {
      if (signal.aborted) return;
      const pending = await this.#decide(readRow(item));
      if (pending) yield pending;
      if (this.#report.queue.isFull) await this.#report.queue.waitForRoom();
    }
  }

  /** Returns the row if it has to be sent, and otherwise reports it. */
  async #decide({ line, plant, key }: InputRow): Promise<PendingRow | undefined> {
    if ("reason" in key) {
      this.#report.add({ row: undefined, line, plant, outcome: "not-created", action: "held", ...key });
      return undefined;
    }
    const ledgerRow = this.#ledger.see(key);
    const { number } = ledgerRow;
    const row = { row: ledgerRow.row, line, plant };
    const status = this.#ledger.table.status(number);
    if (status === "created") {
      this.#report.add({ ...row, outcome: "created", action: "skipped" });
      return undefined;
    }
    if (status === "sent" || status === "unknown") {
      if (this.#options.resendUnknown) return this.#pend(ledgerRow, line, plant as NewPlant);
      const message = "An earlier run sent this plant, and it may exist. It was not sent again.";
      this.#report.add({ ...row, outcome: "unknown", action: "held", reason: "unknown", message });
      return undefined;
    }
    const message = this.#options.allowChanged
      ? undefined
      : await this.#findConflict(number, plant as NewPlant);
    if (message === undefined) return this.#pend(ledgerRow, line, plant as NewPlant);
    this.#report.add({ ...row, outcome: "not-created", action: "held", reason: "changed", message });
    return undefined;
  }

  #pend({ number, row }: LedgerRow, line: number | undefined, plant: NewPlant): PendingRow {
    const id = String(plant.id);
    let resolve: () => void;
    const finished = new Promise<void>((done) => {
      resolve = done;
    });
    const finish = () => {
      if (this.#unfinished.get(id)?.number === number) this.#unfinished.delete(id);
      resolve();
    };
    const pending = { number, row, line, plant, finished, finish };
    this.#unfinished.set(id, pending);
    return pending;
  }

  /** Whether a plant with this id but other content exists, as a message. */
  async #findConflict(number: number, plant: NewPlant): Promise<string | undefined> {
    const { table } = this.#ledger;
    const earlier = this.#unfinished.get(String(plant.id));
    if (earlier && !table.hasSameContent(earlier.number, number)) await earlier.finished;
    const other = table.findConflict(number);
    if (other === -1) return undefined;
    const exists = table.status(other) === "created" ? "exists" : "may exist";
    return `A plant with this id, but other content, ${exists}. This one was not sent.`;
  }
}
