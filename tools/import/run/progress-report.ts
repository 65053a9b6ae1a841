/** What a run reports: decided rows for the consumer, and counts. */
import { PlantStoreImportError } from "../import-error.ts";
import { COUNT_NAMES, type RowOutcome } from "../journal/journal-rows.ts";
import type { ImportedRow, ImportProgress, ResolvedImportOptions } from "./import-options.ts";

/** If the consumer is slow, this many rows wait for it before the workers stop. */
const CAPACITY = 256;

/** The counts before the first row. */
export const NO_ROWS: Readonly<ImportProgress> = {
  created: 0,
  exists: 0,
  notCreated: 0,
  unknown: 0,
  skipped: 0,
  sent: 0,
  equal: 0,
  complete: false,
};

export class Report {
  readonly progress: ImportProgress = { ...NO_ROWS };

  readonly #options: ResolvedImportOptions;
  readonly #onError: (error: unknown) => void;
  /** The decided rows that the consumer has not taken yet. */
  #rows: ImportedRow[] = [];
  #isClosed = false;
  #isStopped = false;
  /** Called at the next change. */
  #waiting: (() => void)[] = [];

  /** @param onError gets what `onProgress` throws, and the error for too many rows that were not created */
  constructor(options: ResolvedImportOptions, onError: (error: unknown) => void) {
    this.#options = options;
    this.#onError = onError;
  }

  /** Reports a decided row. */
  add(row: ImportedRow): void {
    this.count(row.outcome, row.action);
    if (row.outcome === "created" && (row.changedFields || row.result?.success === false))
      this.#countChanged(row.line);
    const { maxNotCreated } = this.#options;
    if (this.progress.notCreated > maxNotCreated) {
      const problem = `More rows of this run were not created than the limit of ${maxNotCreated}. Correct them.`;
      const advice = { when: "If more are acceptable", option: "maxNotCreated" };
      this.#onError(new PlantStoreImportError("too-many-not-created", problem, { advice }));
    }
    this.#rows.push(row);
    this.#wake();
    this.update({});
  }

  /** Counts a row without reporting it. @param by -1 to count it no longer */
  count(outcome: RowOutcome, action: ImportedRow["action"], by: 1 | -1 = 1): void {
    this.progress[COUNT_NAMES[outcome]] += by;
    if (action !== "held") this.progress[action] += by;
  }

  #countChanged(line: number | undefined): void {
    const { rows, firstLine } = this.progress.changed ?? { rows: 0, firstLine: line };
    this.progress.changed = { rows: rows + 1, firstLine };
  }

  endPause(): void {
    if (this.progress.pause) this.update({ pause: undefined });
  }

  update(change: Partial<ImportProgress>): void {
    Object.assign(this.progress, change);
    try {
      this.#options.onProgress?.({ ...this.progress });
    } catch (error) {
      this.#onError(error);
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  /** The run has stopped: nobody waits for the consumer any longer. */
  stopWaiting(): void {
    this.#isStopped = true;
    this.#wake();
  }

  get isFull(): boolean {
    return this.#rows.length >= CAPACITY;
  }

  /** Waits until the consumer has taken enough rows, or no longer takes any. Undefined if there is room. */
  waitForRoom(): Promise<void> | undefined {
    if (!this.isFull || this.#isStopped) return undefined;
    return this.#change().then(() => this.waitForRoom());
  }

  /** Yields the rows that were decided together. */
  async *take(): AsyncGenerator<ImportedRow[], void, undefined> {
    while (this.#rows.length > 0 || !this.#isClosed) {
      const rows = this.#rows;
      this.#rows = [];
      this.#wake();
      if (rows.length > 0) yield rows;
      if (this.#rows.length === 0 && !this.#isClosed) await this.#change();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
