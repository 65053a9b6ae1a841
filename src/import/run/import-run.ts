/** One run of an import: workers send the pending rows and record what happens. */
import type { CreatePlantResult } from "../../create-plant.ts";
import type { PlantStoreHeaders } from "../../options.ts";
import type { ImportInput } from "../input/plant-row.ts";
import type { RowHistory } from "../journal/row-history.ts";
import { saysThatPlantExists } from "./existing.ts";
import type { ImportClient, ResolvedImportOptions } from "./import-options.ts";
import type { ImportedRow } from "./imported-row.ts";
import { describeFailure, reasonOf } from "./messages.ts";
import { type Clock, Pace, type Permit, systemClock } from "./pace.ts";
import { Report } from "./report.ts";
import { kindOfResult, retryAfterOf } from "./result-kind.ts";
import type { RowQueue } from "./row-queue.ts";
import { type PendingRow, RowsToSend } from "./rows-to-send.ts";
import { StopRules } from "./stop-rules.ts";

const NOT_RECORDED = "The outcome could not be recorded, so the next run holds this plant.";

type PendingRows = AsyncGenerator<PendingRow, undefined>;

export class ImportRun {
  /** Why the run ended before the end of the input. */
  failure: { error: unknown } | undefined;

  readonly #client: ImportClient;
  readonly #history: RowHistory;
  readonly #options: ResolvedImportOptions;
  readonly #report: Report;
  readonly #pace: Pace;
  readonly #stopRules: StopRules;
  readonly #rows: RowsToSend;
  readonly #stop = new AbortController();
  /** Why the last request failed. */
  #problem: string | undefined;
  /** Resolves when the last outcome is recorded. The journal keeps the order, so then all of them are. */
  #recorded: Promise<void> | undefined;

  constructor(
    client: ImportClient,
    history: RowHistory,
    options: ResolvedImportOptions,
    clock: Clock = systemClock,
  ) {
    this.#client = client;
    this.#history = history;
    this.#options = options;
    this.#report = new Report(options.onProgress, (error) => this.fail(error));
    this.#pace = new Pace(
      (reason, ms, stopsIn) =>
        this.#report.update({ pause: { reason, ms, problem: this.#problem, stopsIn } }),
      clock,
      options.maxRate,
    );
    this.#rows = new RowsToSend(history, options, this.#report, clock);
    this.#stopRules = new StopRules(options, () => history.hasCreated());
  }

  /** The decided rows. Ends when the run has ended. */
  get rows(): RowQueue<ImportedRow> {
    return this.#report.queue;
  }

  /** Processes the input. Never rejects: see `failure`. */
  async process(input: ImportInput): Promise<void> {
    const rows = this.#rows.read(input, this.#stop.signal);
    await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#work(rows)));
    await this.#recorded;
    this.#rows.reportWaiting();
    this.#complete();
    this.rows.close();
    rows.return(undefined); // Closes the input. Not awaited: a silent input may never return control.
    closeAtOnce(input);
  }

  /** Sends nothing more. Requests in flight are finished. */
  stop(): void {
    this.#stop.abort();
  }

  /** Stops because of an error. Only the first one counts. */
  fail(error: unknown): void {
    this.failure ??= { error };
    this.stop();
  }

  /** Sends one row after another. */
  async #work(rows: PendingRows): Promise<void> {
    try {
      for (let row = await this.#next(rows); row; row = await this.#next(rows)) {
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
  #next(rows: PendingRows): Promise<PendingRow | undefined> {
    const { signal } = this.#stop;
    // Not Promise.race: a promise that outlives a million races keeps a million of their callbacks.
    return new Promise((resolve) => {
      const end = (row?: PendingRow) => {
        signal.removeEventListener("abort", onAbort);
        resolve(row);
      };
      const onAbort = () => end();
      if (signal.aborted) return end();
      signal.addEventListener("abort", onAbort);
      rows.next().then(
        ({ value }) => {
          if (signal.aborted) this.#reportUnsent(value);
          end(value);
        },
        (error: unknown) => {
          this.failure ??= { error }; // Without `stop`: the rows before the error are sent.
          end();
        },
      );
    });
  }

  /** Sends a row until its outcome is final, or the run stops. */
  async #create(row: PendingRow): Promise<void> {
    const isNew = this.#history.table.state(row.index).attempt === 0;
    let isFinal = false;
    while (!isFinal) {
      const permit = await this.#pace.acquire(this.#stop.signal);
      if (permit === undefined) return this.#reportUnsent(row);
      try {
        isFinal = await this.#attempt(row, permit, isNew);
      } finally {
        this.#pace.release(permit);
      }
    }
  }

  /** Sends a row once. Returns whether its outcome is final. */
  async #attempt(row: PendingRow, permit: Permit, isNew: boolean): Promise<boolean> {
    const { attempt } = this.#history.table.state(row.index);
    // Before the intent: if the function throws, nothing was sent.
    const headers = this.#options.headers?.({ row: row.row, attempt: attempt + 1, plant: row.plant });
    await this.#history.recordIntent(row, { ...row.plant, line: row.line });
    if (!this.#pace.allows(permit) || this.#stop.signal.aborted) {
      // Nothing was sent. A crash during the pause must not make the row unknown.
      await this.#history.recordOutcome(row, "not-created");
      return false;
    }
    const result = await this.#send(row, headers);
    const error = result.success ? undefined : result.error;
    const exists = error !== undefined && saysThatPlantExists(error, this.#options.existing);
    const outcome = exists ? "exists" : (error?.outcome ?? "created");
    this.#problem = error && !exists ? reasonOf(error) : undefined;
    const recorded = this.#history.recordOutcome(row, outcome, this.#problem);

    const kind = kindOfResult(result);
    const stopReason = this.#stopRules.check(kind, result, exists, isNew);
    const answer = stopReason ? "stop" : this.#pace.report(permit, kind, error && retryAfterOf(error));
    if (answer === "stop") this.fail(stopReason ?? error);
    if (answer === "repeat" || kind === "rate-limited") {
      await recorded;
      return false;
    }
    const decided = this.#decide(row, result);
    if (answer === "continue" && outcome === "unknown" && this.#rows.sendAgainLater(row, decided))
      return true;
    // Not awaited: the next intent of this worker waits for this record, too.
    this.#recorded = this.#reportAfter(recorded, decided);
    return true;
  }

  async #send({ plant }: PendingRow, headers: PlantStoreHeaders | undefined): Promise<CreatePlantResult> {
    const { abortSignal: signal } = this.#options;
    this.#report.beginRequest();
    try {
      return await this.#client.safeCreatePlant(plant, {
        maxRetries: 0,
        retryUnknown: false,
        signal,
        headers,
      });
    } finally {
      this.#report.endRequest();
    }
  }

  #decide(pending: PendingRow, result: CreatePlantResult): ImportedRow {
    const { row, line, plant } = pending;
    const outcome = this.#history.outcomeOf(pending);
    const decided: ImportedRow = { row, line, plant, outcome, action: "sent", result };
    if (!result.success && outcome !== "exists") decided.message = describeFailure(result.error, outcome);
    return decided;
  }

  /** Reports an unknown row that was not sent again, because the run has stopped. Another row counts as not read. */
  #reportUnsent(row: PendingRow | undefined): void {
    if (row?.fallback) this.#report.add(row.fallback);
  }

  async #reportAfter(recorded: Promise<void>, decided: ImportedRow): Promise<void> {
    try {
      await recorded;
    } catch (error) {
      this.fail(error);
      // The intent is durable, so the next run holds the row.
      decided.outcome = "unknown";
      decided.message = `${NOT_RECORDED} ${(error as Error).message}`;
    }
    this.#report.add(decided);
  }

  #complete(): void {
    if (this.failure || this.#stop.signal.aborted) return;
    this.#report.update({ orphaned: this.#history.countOrphans(), complete: true });
  }
}

/** Closes an input that is waiting for its next row. `readPlants` then closes its stream. */
function closeAtOnce(input: ImportInput): void {
  const { return: close } = input as Partial<AsyncGenerator>;
  // It may reject, because its stream was closed.
  if (typeof close === "function") Promise.resolve(close.call(input, undefined)).catch(() => {});
}
