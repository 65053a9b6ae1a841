/** One run of an import: workers that send the pending rows and record what happened. */
import type { NewPlant } from "../../contract/schemas.ts";
import type { CreatePlantResult } from "../../create-plant.ts";
import type { PlantStoreFailure } from "../../errors.ts";
import type { PlantStoreOutcome } from "../../outcome.ts";
import type { ImportInput } from "../input/plant-row.ts";
import type { Ledger } from "../journal/row-history.ts";
import type { ImportClient, ResolvedImportOptions } from "./import-options.ts";
import type { ImportedRow } from "./imported-row.ts";
import { type Clock, Pace, type Permit, systemClock } from "./pace.ts";
import { Report } from "./report.ts";
import { kindOfResult } from "./result-kind.ts";
import type { RowQueue } from "./row-queue.ts";
import { type PendingRow, PendingRows } from "./rows-to-send.ts";
import { retryAfterOf, StopRules } from "./stop-rules.ts";
import { describeRejection } from "./token-advice.ts";

const NOT_RECORDED = "The outcome could not be recorded, so the next run holds this plant.";

export class ImportRun {
  /** Why the run ended before the end of the input. */
  failure: { error: unknown } | undefined;

  readonly #client: ImportClient;
  readonly #ledger: Ledger;
  readonly #options: ResolvedImportOptions;
  readonly #report: Report;
  readonly #pace: Pace;
  readonly #stopRules: StopRules;
  readonly #stop = new AbortController();
  /** Workers that wait for the input. */
  readonly #waiting = new Set<(row: undefined) => void>();
  /** Resolves when the last outcome is recorded. The journal keeps the order, so then all of them are. */
  #recorded: Promise<void> | undefined;

  constructor(
    client: ImportClient,
    ledger: Ledger,
    options: ResolvedImportOptions,
    clock: Clock = systemClock,
  ) {
    this.#client = client;
    this.#ledger = ledger;
    this.#options = options;
    this.#report = new Report(options.onProgress);
    this.#pace = new Pace((reason, ms) => this.#report.update({ pause: { reason, ms } }), clock);
    this.#stopRules = new StopRules(options.maxPause, () => hasCreatedRow(ledger));
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
    pending.return(undefined); // Closes the input. Not awaited: a silent input may never return control.
    closeAtOnce(input);
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
    const isNew = this.#ledger.table.state(pending.number).attempt === 0;
    let isFinal = false;
    while (!isFinal) {
      const permit = await this.#pace.acquire(this.#stop.signal);
      if (permit === undefined) return;
      try {
        isFinal = await this.#attempt(pending, permit, isNew);
      } finally {
        this.#pace.release(permit);
      }
    }
  }

  /** Sends a row once. Returns whether its outcome is final. */
  async #attempt(pending: PendingRow, permit: Permit, isNew: boolean): Promise<boolean> {
    const { row, line, plant } = pending;
    await this.#ledger.intend(pending, plant.name);
    if (!this.#pace.allows(permit) || this.#stop.signal.aborted) {
      // Nothing was sent. A crash during the pause must not make the row unknown.
      await this.#ledger.settle(pending, "not-created");
      return false;
    }
    const result = await this.#send(plant);
    const outcome = result.success ? "created" : result.error.outcome;
    const recorded = this.#ledger.settle(pending, outcome);
    if (this.#mustRepeat(result, permit, isNew)) {
      await recorded;
      return false;
    }
    const overall = this.#ledger.outcomeOf(pending);
    const decided: ImportedRow = { row, line, plant, outcome: overall, action: "sent", result };
    if (!result.success) decided.message = messageOf(result.error, overall);
    // Not awaited: the next intent of this worker waits for this record, too.
    this.#recorded = this.#reportAfter(recorded, decided);
    return true;
  }

  #send(plant: NewPlant): Promise<CreatePlantResult> {
    const { abortSignal: signal } = this.#options;
    return this.#client.safeCreatePlant(plant, { maxRetries: 0, retryUnknown: false, signal });
  }

  /** Adjusts the pace or ends the run. Returns whether the row has to be sent again. */
  #mustRepeat(result: CreatePlantResult, permit: Permit, isNew: boolean): boolean {
    const kind = kindOfResult(result);
    const error = result.success ? undefined : result.error;
    const reason = this.#stopRules.check(kind, result, isNew);
    const answer = reason ? "stop" : this.#pace.report(permit, kind, error && retryAfterOf(error));
    if (answer === "stop") this.fail(reason ?? error);
    return answer === "repeat" || kind === "rate-limited";
  }

  async #reportAfter(recorded: Promise<void>, row: ImportedRow): Promise<void> {
    let reported = row;
    try {
      await recorded;
    } catch (error) {
      this.fail(error);
      // The intent is durable, so the next run holds the row.
      reported = { ...row, outcome: "unknown", message: `${NOT_RECORDED} ${(error as Error).message}` };
    }
    try {
      this.#report.add(reported);
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

/** @param outcome after all attempts */
function messageOf({ kind, message, outcome: last }: PlantStoreFailure, outcome: PlantStoreOutcome): string {
  const text = kind === "rejected" ? describeRejection(message) : message;
  return last === outcome ? text : `${text} An earlier attempt may have created this plant.`;
}

/** Closes an input that is waiting for its next row. `readPlants` then closes its stream. */
function closeAtOnce(input: ImportInput): void {
  const { return: close } = input as Partial<AsyncGenerator>;
  // It may reject, because its stream was closed.
  if (typeof close === "function") Promise.resolve(close.call(input, undefined)).catch(() => {});
}

function hasCreatedRow({ table }: Ledger): boolean {
  for (let row = 0; row < table.length; row++) if (table.status(row) === "created") return true;
  return false;
}
