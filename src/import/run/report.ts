/** What a run reports: decided rows for the consumer, and counts. */
import type { ImportedRow, ImportProgress } from "./imported-row.ts";
import { RowQueue } from "./row-queue.ts";

export class Report {
  /** The decided rows that the consumer has not taken yet. */
  readonly queue = new RowQueue<ImportedRow>();

  readonly #onProgress: ((progress: ImportProgress) => void) | undefined;
  readonly #progress: ImportProgress = {
    created: 0,
    exists: 0,
    notCreated: 0,
    unknown: 0,
    skipped: 0,
    sent: 0,
    inFlight: 0,
    orphaned: 0,
    equal: 0,
    complete: false,
  };

  readonly #onError: (error: unknown) => void;

  /** @param onError gets what `onProgress` throws */
  constructor(
    onProgress: ((progress: ImportProgress) => void) | undefined,
    onError: (error: unknown) => void,
  ) {
    this.#onProgress = onProgress;
    this.#onError = onError;
  }

  /** Reports a decided row. */
  add(row: ImportedRow): void {
    const { outcome, action } = row;
    this.#progress[outcome === "not-created" ? "notCreated" : outcome] += 1;
    if (action !== "held") this.#progress[action] += 1;
    this.queue.push(row);
    this.update({ pause: undefined });
  }

  beginRequest(): void {
    this.update({ inFlight: this.#progress.inFlight + 1, pause: undefined });
  }

  endRequest(): void {
    this.#progress.inFlight -= 1; // Its row is reported next, or a pause.
  }

  /** Counts rows that may exist while they wait to be sent again. */
  countWaiting(change: 1 | -1): void {
    this.#progress.unknown += change;
  }

  /** Counts a row that is equal to an earlier one. */
  countEqual(): void {
    this.#progress.equal += 1;
  }

  update(change: Partial<ImportProgress>): void {
    Object.assign(this.#progress, change);
    try {
      this.#onProgress?.({ ...this.#progress });
    } catch (error) {
      this.#onError(error);
    }
  }
}
