/** Reads the input and selects the rows to send. The others are done, invalid or held. */
import type { NewPlant } from "../../contract/schemas.ts";
import { type ImportInput, type InputRow, readRow } from "../input/plant-row.ts";
import type { KnownRow, RowHistory } from "../journal/row-history.ts";
import { isUnknown } from "../journal/row-state.ts";
import type { ResolvedImportOptions } from "./import-options.ts";
import type { Report } from "./report.ts";

/** A row to send. */
export interface PendingRow extends KnownRow {
  readonly line: number | undefined;
  readonly plant: NewPlant;
  /** Resolves when its outcome is final. */
  readonly finished: Promise<void>;
  finish(): void;
}

export class RowsToSend {
  readonly #history: RowHistory;
  readonly #options: ResolvedImportOptions;
  readonly #report: Report;
  /** The last pending row of each id that is not finished. */
  readonly #unfinished = new Map<string, PendingRow>();

  constructor(history: RowHistory, options: ResolvedImportOptions, report: Report) {
    this.#history = history;
    this.#options = options;
    this.#report = report;
  }

  /** Yields the rows to send, until the signal aborts. Reports the others. Waits if the import's consumer is slow. */
  async *read(input: ImportInput, signal: AbortSignal): AsyncGenerator<PendingRow, undefined> {
    for await (const item of input) {
      if (signal.aborted) return;
      const pending = await this.#select(readRow(item));
      if (pending) yield pending;
      if (this.#report.queue.isFull) await this.#report.queue.waitForRoom();
    }
  }

  /** Returns the row if it has to be sent, and otherwise reports it. */
  async #select(input: InputRow): Promise<PendingRow | undefined> {
    const { line, plant, key } = input;
    if (!key) {
      this.#report.add({ row: undefined, outcome: "not-created", action: "held", ...input });
      return undefined;
    }
    const known = this.#history.addInputRow(key);
    const row = { row: known.row, line, plant };
    const status = this.#history.table.status(known.index);
    if (status === "created") {
      this.#report.add({ ...row, outcome: "created", action: "skipped" });
    } else if (isUnknown({ status })) {
      if (this.#options.resendUnknown) return this.#pend(known, line, plant);
      const message = "An earlier run sent this plant, and it may exist. It was not sent again.";
      this.#report.add({ ...row, outcome: "unknown", action: "held", reason: "unknown", message });
    } else {
      const conflict = this.#options.allowChanged ? undefined : await this.#findConflict(known, plant);
      if (!conflict) return this.#pend(known, line, plant);
      const exists = conflict === "created" ? "exists" : "may exist";
      const message = `A plant with this id, but other content, ${exists}. This one was not sent.`;
      this.#report.add({ ...row, outcome: "not-created", action: "held", reason: "changed", message });
    }
    return undefined;
  }

  #pend(known: KnownRow, line: number | undefined, plant: NewPlant): PendingRow {
    const id = String(plant.id);
    const earlier = this.#unfinished.get(id)?.finished;
    const { promise, resolve } = Promise.withResolvers<void>();
    // A row with other content waits for all rows with its id.
    const finished = earlier ? earlier.then(() => promise) : promise;
    const finish = () => {
      if (this.#unfinished.get(id) === pending) this.#unfinished.delete(id);
      resolve();
    };
    const pending: PendingRow = { ...known, line, plant, finished, finish };
    this.#unfinished.set(id, pending);
    return pending;
  }

  /** Whether a plant with this id, but other content, was created or may have been. */
  async #findConflict({ index }: KnownRow, plant: NewPlant): Promise<"created" | "unknown" | undefined> {
    const { table } = this.#history;
    const earlier = this.#unfinished.get(String(plant.id));
    if (earlier && !table.hasSameContent(earlier.index, index)) await earlier.finished;
    return table.findConflict(index);
  }
}
