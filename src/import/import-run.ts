/** One run of an import: workers that send the pending rows and record what happened. */
import { attemptStage } from "../call/runtime.ts";
import type { NewPlant } from "../contract/schemas.ts";
import type { CreatePlantResult } from "../create-plant.ts";
import type { PlantStoreFailure } from "../errors.ts";
import type { ImportClient, ResolvedImportOptions } from "./import-options.ts";
import type { ImportedRow } from "./imported-row.ts";
import type { Ledger } from "./ledger.ts";
import { Pace } from "./pace.ts";
import { type ImportInput, type PendingRow, PendingRows } from "./pending-rows.ts";
import { Report } from "./report.ts";
import type { RowQueue } from "./row-queue.ts";

/** Every other request would get the same response: unauthorized, forbidden, or not the address of the store. */
const FINAL_STATUSES = [401, 403, 404, 405, 407];

export class ImportRun {
  /** Why the run ended before the end of the input. */
  failure: { error: unknown } | undefined;

  readonly #client: ImportClient;
  readonly #ledger: Ledger;
  readonly #options: ResolvedImportOptions;
  readonly #report: Report;
  readonly #pace: Pace;
  readonly #stop = new AbortController();
  /** Workers that wait for the input. */
  readonly #waiting = new Set<(row: undefined) => void>();
  /** Resolves when the last outcome is recorded. The journal keeps the order, so then all of them are. */
  #recorded: Promise<void> | undefined;

  constructor(client: ImportClient, ledger: Ledger, options: ResolvedImportOptions) {
    this.#client = client;
    this.#ledger = ledger;
    this.#options = options;
    this.#report = new Report(options.onProgress);
    this.#pace = new Pace((reason, ms) => this.#report.update({ pause: { reason, ms } }));
  }

  /** The decided rows. Ends when the run has ended. */
  get rows(): RowQueue<ImportedRow> {
    return this.#report.queue;
  }

  /** Processes the input. Never rejects: see `failure`. */
  async process(input: ImportInput): Promise<void> {
    const { concurrency } = this.#options;
    const pending = new PendingRows(this.#ledger, this.#options, this.#report).read(input, this.#stop.signal);
    await Promise.all(Array.from({ length: concurrency }, () => this.#work(pending)));
    await this.#recorded;
    this.#complete();
    this.rows.close();
    pending.return(undefined); // Closes the input. Not awaited: a silent pipe may never return control.
  }

  /** Sends nothing more. Requests in flight are finished. */
  stop(): void {
    this.#stop.abort();
    for (const resolve of this.#waiting) resolve(undefined);
  }

  /** Stops because of an error. Only the first one counts. */
  fail(error: unknown): void {
    this.failure ??= { error };
    this.stop();
  }

  async #work(pending: AsyncGenerator<PendingRow, undefined>): Promise<void> {
    try {
      for (;;) {
        const row = await this.#next(pending);
        if (row === undefined) return;
        try {
          await this.#create(row);
        } finally {
          row.finish(); // A row with the same id may wait for it.
        }
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** The next row; undefined after the last one, or if the run stops while the input is silent. */
  #next(pending: AsyncGenerator<PendingRow, undefined>): Promise<PendingRow | undefined> {
    // Not Promise.race: a promise that outlives a million races keeps a million of their callbacks.
    return new Promise((resolve) => {
      if (this.#stop.signal.aborted) return resolve(undefined);
      this.#waiting.add(resolve);
      const settle = (row: PendingRow | undefined) => {
        this.#waiting.delete(resolve);
        resolve(row);
      };
      pending.next().then(
        ({ value }) => settle(value),
        (error: unknown) => {
          this.failure ??= { error }; // Without `stop`: the rows before the error are sent.
          settle(undefined);
        },
      );
    });
  }

  /** Sends a row until its outcome is final. */
  async #create(pending: PendingRow): Promise<void> {
    const { row, line, plant } = pending;
    for (;;) {
      await this.#pace.wait(this.#stop.signal);
      if (this.#stop.signal.aborted) return;
      await this.#ledger.intend(pending, plant.name);
      if (this.#pace.isPaused || this.#stop.signal.aborted) {
        // Nothing was sent. A crash during the pause must not make the row unknown.
        await this.#ledger.settle(pending, "not-created");
        continue;
      }
      const result = await this.#send(plant);
      const outcome = result.success ? "created" : result.error.outcome;
      const recorded = this.#ledger.settle(pending, outcome);
      if (this.#mustRepeat(result)) {
        await recorded;
        continue;
      }
      const message = result.success ? {} : { message: result.error.message };
      const decided: ImportedRow = { row, line, plant, outcome, action: "sent", result, ...message };
      // Not awaited: the next intent of this worker waits for this record, too.
      this.#recorded = this.#reportAfter(recorded, decided);
      return;
    }
  }

  #send(plant: NewPlant): Promise<CreatePlantResult> {
    const { abortSignal: signal } = this.#options;
    return this.#client.safeCreatePlant(plant, { maxRetries: 0, retryUnknown: false, signal });
  }

  /** Adjusts the pace or ends the run. Returns whether the row has to be sent again. */
  #mustRepeat(result: CreatePlantResult): boolean {
    if (result.success) {
      this.#pace.succeeded();
      return false;
    }
    const { error } = result;
    const status = statusOf(error);
    if (status === 429) {
      this.#pace.rateLimited("retryAfter" in error ? error.retryAfter : undefined);
      return true;
    }
    if (error.kind === "configuration" || FINAL_STATUSES.includes(status) || isPermanent(error)) {
      this.fail(error);
    } else if (error.outcome === "unknown") {
      if (!this.#pace.outcomeUnknown()) this.fail(error);
    } else if (error.kind === "connection" && error.outcome === "not-created") {
      if (this.#pace.connectionFailed()) return true;
      this.fail(error);
    } else {
      this.#pace.succeeded();
    }
    return false;
  }

  async #reportAfter(recorded: Promise<void>, row: ImportedRow): Promise<void> {
    try {
      await recorded;
    } catch (error) {
      this.fail(error);
    }
    try {
      this.#report.add(row);
    } catch (error) {
      this.fail(error); // Thrown by the caller's onProgress.
    }
  }

  #complete(): void {
    if (this.failure || this.#stop.signal.aborted) return;
    try {
      this.#report.update({ orphaned: this.#ledger.countOrphans(), complete: true });
    } catch (error) {
      this.fail(error);
    }
  }
}

/** The status of the response, or 0. */
function statusOf(error: PlantStoreFailure): number {
  return ("status" in error && error.status) || 0;
}

/** Whether no later connection will succeed either, such as with a certificate that is not trusted. */
function isPermanent({ kind, cause }: PlantStoreFailure): boolean {
  let innermost = cause as Error | undefined;
  while (innermost?.cause) innermost = innermost.cause as Error;
  return kind === "connection" && innermost !== undefined && attemptStage([innermost]).isPermanent;
}
