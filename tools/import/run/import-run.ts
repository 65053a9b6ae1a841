/** One run of an import: workers send the pending rows and record what happens. */
import { ignoreRejection } from "../../../src/common/ignore-rejection.ts";
import { isObject } from "../../../src/common/read-options.ts";
import type { PlantStoreFailure } from "../../../src/errors.ts";
import type { PlantStoreCallOptions } from "../../../src/options.ts";
import { CHECK_UNCHANGED } from "../input/file-identity.ts";
import { isDone } from "../journal/journal-rows.ts";
import { saysThatPlantExists } from "./duplicates.ts";
import type { ImportClient, ImportInput, ResolvedImportOptions } from "./import-options.ts";
import type { ImportedRow, ImportPause } from "./imported-row.ts";
import { kindOfResult, retryAfterOf } from "./judge-result.ts";
import { fullReasonOf, reasonOf } from "./messages.ts";
import { type Clock, Pace, type Permit, systemClock } from "./pace.ts";
import { ProgressReport } from "./progress-report.ts";
import { type PendingRow, RowsToSend } from "./rows-to-send.ts";
import { outageError, StopRules } from "./stop-rules.ts";

/** A gateway that cannot reach the store often says so at once. */
const QUICK_MS = 1_000;
const MIN_QUICK_ERRORS = 3;

export class ImportRun {
  /** Why the run ended before the end of the input. */
  failure: { error: unknown } | undefined;

  readonly #client: ImportClient;
  readonly #options: ResolvedImportOptions;
  readonly #clock: Clock;
  readonly #report: ProgressReport;
  readonly #pace: Pace;
  readonly #stopRules: StopRules;
  readonly #rows: RowsToSend;
  readonly #stop = new AbortController();
  /** Why the last request failed. */
  #problem: string | undefined;
  /** How many of the last responses were a 502 to 504 within a second. */
  #quickGatewayErrors = 0;
  /** Resolves when the last outcome is recorded. The journal keeps the order, so then all of them are. */
  #recorded: Promise<void> | undefined;

  constructor(client: ImportClient, options: ResolvedImportOptions, clock: Clock = systemClock) {
    this.#client = client;
    this.#options = options;
    this.#report = new ProgressReport(options, (error) => this.fail(error));
    this.#clock = clock;
    this.#rows = new RowsToSend(options, this.#report, clock);
    this.#stopRules = new StopRules(options);
    const onPause = (pause: ImportPause) => {
      // A run that has stopped waits for nothing.
      if (!this.#stop.signal.aborted) this.#report.update({ pause: { ...pause, problem: this.#problem } });
    };
    this.#pace = new Pace(onPause, clock, options, () => this.#stopRules.hasResponded);
  }

  /** The decided rows. Ends when the run has ended. */
  rows(): AsyncGenerator<ImportedRow, void, undefined> {
    return this.#report.take();
  }

  /** Processes the input. Never rejects: see `failure`. */
  async process(input: ImportInput): Promise<void> {
    const rows = this.#rows.read(input, this.#stop.signal);
    await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#work(rows)));
    await this.#recorded;
    this.#rows.reportWaiting();
    this.#report.endPause();
    this.#endInput(input);
    this.#report.close();
    rows.return(undefined); // Closes the input. Not awaited: a silent input may never return control.
    closeAtOnce(input);
  }

  /** Claims that all of the input was sent, unless its file was changed since it was read. */
  #endInput(input: ImportInput & { [CHECK_UNCHANGED]?: () => void }): void {
    if (this.failure || this.#stop.signal.aborted || this.#rows.isCutShort) return;
    try {
      input[CHECK_UNCHANGED]?.();
      this.#report.update({ complete: true });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Sends nothing more. Requests in flight are finished. */
  stop(): void {
    this.#stop.abort();
    this.#report.stopWaiting();
  }

  /** Stops because of an error. Only the first one counts. */
  fail(error: unknown): void {
    this.failure ??= { error };
    this.stop();
  }

  /** Sends one row after another. */
  async #work(rows: AsyncGenerator<PendingRow, undefined>): Promise<void> {
    try {
      for (let row = await this.#next(rows); row; row = await this.#next(rows)) {
        try {
          await this.#create(row);
        } finally {
          row.finish?.(); // A row with the same id may wait for it.
        }
      }
    } catch (error) {
      this.fail(error);
    }
  }

  /** The next row; undefined after the last one, or if the run stops. */
  async #next(rows: AsyncGenerator<PendingRow, undefined>): Promise<PendingRow | undefined> {
    if (this.#stop.signal.aborted) return undefined;
    try {
      return (await rows.next()).value;
    } catch (error) {
      this.failure ??= { error }; // Without `stop`: the rows before the error are sent.
      return undefined;
    }
  }

  /** Sends a row until its outcome is final, or the run stops. */
  async #create(row: PendingRow): Promise<void> {
    let isFinal = false;
    while (!isFinal) {
      const permit = await this.#pace.acquire(this.#stop.signal);
      if (permit === undefined) return this.#reportUnsent(row);
      try {
        isFinal = await this.#attempt(row, permit);
      } finally {
        this.#pace.release(permit);
      }
    }
  }

  /** Sends a row once. Returns whether its outcome is final. */
  async #attempt(pending: PendingRow, permit: Permit): Promise<boolean> {
    const { row, key, plant, line, isUncertain } = pending;
    // Before the intent: if the function throws, nothing was sent.
    const options = this.#callOptions(pending);
    const { journal } = this.#options;
    const known = await journal.recordIntent(key, plant, line, pending.known);
    if (!this.#pace.allows(permit) || this.#stop.signal.aborted) {
      // Nothing was sent. A crash during the pause must not make the row unknown.
      await journal.takeBack(known, pending.known);
      return false;
    }
    pending.known = known;
    this.#report.endPause();
    const start = this.#clock.now();
    const result = await this.#client.safeCreatePlant(plant, options);
    const error = result.success ? undefined : result.error;
    const { duplicates, rules } = this.#options;
    const exists = error !== undefined && saysThatPlantExists(error, plant, duplicates, rules);
    const failure = exists ? undefined : error;
    const last = exists ? "exists" : (error?.outcome ?? "created");
    // After an unknown attempt, a rejection proves nothing.
    const outcome = isUncertain && !isDone(last) ? "unknown" : last;
    pending.isUncertain = outcome === "unknown";
    this.#problem = this.#describeProblem(failure, this.#clock.now() - start);
    const recorded = this.#options.journal.recordOutcome(known, outcome, failure && fullReasonOf(failure));
    recorded.catch(() => {}); // It is awaited below, or by `reportAfter`.

    const kind = kindOfResult(result);
    const stopReason = this.#stopRules.check(kind, result, exists, isUncertain);
    const answer = stopReason
      ? "stop"
      : this.#pace.report(permit, kind, error && retryAfterOf(error), !error || error.response !== undefined);
    if (answer === "stop") this.fail(stopReason ?? (error && outageError(error, this.#options.maxOutage)));
    if (answer === "repeat" || kind === "rate-limited") {
      await recorded;
      return false;
    }
    const decided: ImportedRow = { row, line, plant, outcome, action: "sent", result };
    if (failure) decided.message = failure.message;
    if (failure && failure.outcome !== outcome)
      // The store's text may have no period.
      decided.message = `${failure.message.replace(/\.?$/, ".")} An earlier attempt may have created this plant.`;
    if (answer === "continue" && outcome === "unknown" && this.#rows.sendAgainLater(pending, decided)) {
      await recorded;
      return true;
    }
    // Not awaited: the next intent of this worker waits for this record, too.
    this.#recorded = this.#reportAfter(recorded, decided);
    return true;
  }

  #describeProblem(failure: PlantStoreFailure | undefined, duration: number): string | undefined {
    const { status = 0 } = failure?.response ?? {};
    const isQuick = status >= 502 && status <= 504 && duration < QUICK_MS;
    this.#quickGatewayErrors = isQuick ? this.#quickGatewayErrors + 1 : 0;
    const isRepeated = this.#quickGatewayErrors >= MIN_QUICK_ERRORS;
    return (
      failure &&
      reasonOf(failure) + (isRepeated ? " at once, so a gateway may have sent none of these rows" : "")
    );
  }

  /** @throws what the user's function throws */
  #callOptions({ row, plant, known }: PendingRow): PlantStoreCallOptions {
    const { headers: headersOf, rules } = this.#options;
    const given = headersOf?.({ row, attempt: (known?.attempt ?? 0) + 1, plant });
    // Copied, because an iterator can be read only once. The client validates them.
    const headers = isObject(given) && Symbol.iterator in given ? [...given] : given;
    const names = Array.isArray(headers)
      ? headers.map((pair) => Object(pair)[0])
      : Object.keys(Object(headers));
    const hasKey = names.some((name) => String(name).toLowerCase() === "idempotency-key");
    const idempotencyKey = rules?.idempotencyKey && !hasKey ? row : undefined;
    return { maxRetries: 0, retryUnknown: false, headers, idempotencyKey };
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
      // The intent is durable, unless the journal was deleted.
      decided.outcome = "unknown";
      const problem = "The outcome could not be recorded, so a run with this journal holds this plant.";
      decided.message = `${problem} ${(error as Error).message}`;
    }
    this.#report.add(decided);
  }
}

/** Closes an input that is waiting for its next row. `readPlants` then closes its stream. */
function closeAtOnce(input: ImportInput): void {
  const { return: close, destroy } = input as Partial<AsyncGenerator & { destroy(): void }>;
  // It may reject, because its stream was closed.
  if (typeof close === "function") ignoreRejection(close.call(input, undefined));
  else if (typeof destroy === "function") destroy.call(input);
}
