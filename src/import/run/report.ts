/** What a run reports: decided rows for the consumer, and counts. */
import type { ImportedRow, ImportProgress } from "./imported-row.ts";
import { RowQueue } from "./row-queue.ts";

export class Report {
  /** The decided rows that the consumer has not taken yet. */
  readonly queue = new RowQueue<ImportedRow>();

  readonly #onProgress: ((progress: ImportProgress) => void) | undefined;
  readonly #progress: ImportProgress = {
    created: 0,
    notCreated: 0,
    unknown: 0,
    skipped: 0,
    orphaned: 0,
    complete: false,
  };

  constructor(onProgress: ((progress: ImportProgress) => void) | undefined) {
    this.#onProgress = onProgress;
  }

  /** Reports a decided row. */
  add(row: ImportedRow): void {
    const { outcome, action } = row;
    this.#progress[outcome === "not-created" ? "notCreated" : outcome] += 1;
    if (action === "skipped") this.#progress.skipped += 1;
    this.queue.push(row);
    this.update({ pause: undefined });
  }

  update(change: Partial<ImportProgress>): void {
    Object.assign(this.#progress, change);
    this.#onProgress?.({ ...this.#progress });
  }
}
