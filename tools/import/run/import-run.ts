/** Imports many plants, and survives being killed: workers send the selected rows and record what happens. */
import { ignoreRejection } from "../../../src/common/ignore-rejection.ts";
import { isObject } from "../../../src/common/read-options.ts";
import { configurationError, type PlantStoreFailure } from "../../../src/errors.ts";
import type { PlantStoreCallOptions } from "../../../src/options.ts";
import { CHECK_UNCHANGED } from "../input/file-identity.ts";
import { applyDecisions } from "../journal/decisions.ts";
import { isDone, type KnownRow } from "../journal/journal-rows.ts";
import { saysThatPlantExists } from "./duplicates.ts";
import {
  type ImportClient,
  type ImportedRow,
  type ImportInput,
  type ImportPause,
  type ImportPlantsOptions,
  type ResolvedImportOptions,
  resolveImportOptions,
} from "./import-options.ts";
import {
  findChanges,
  fullReasonOf,
  isUnread,
  kindOfResult,
  reasonOf,
  receivedNameOf,
  retryAfterOf,
} from "./judge-result.ts";
import { Pace, type Permit } from "./pace.ts";
import { Report } from "./progress-report.ts";
import { type PendingRow, RowSelector } from "./select-rows.ts";
import { outageError, StopRules } from "./stop-rules.ts";

/**
 * Creates many plants, and yields each row when it is decided. Run it again with the same journal after a crash: rows that
 * exist are skipped, and rows that may exist are held. By default, no row is sent again whose plant exists or may exist;
 * `resendUnknown`, `duplicates` and a decision change that.
 *
 * A row is the fields of its plant, and is sent once: equal rows are counted, but not yielded.
 *
 * The import retries by itself: it waits as long as the store asks, up to 15 minutes, and in an outage, or after nothing but
 * 429, for up to `maxOutage`. It goes on after rejected and invalid rows. It ends early, and throws the reason, if the other
 * rows would fail, too, something else than the store seems to respond, ids look rounded, or a limit is reached: "When it
 * stops" in `docs/import-reference.md` has the list.
 *
 * To end it, use `signal` or leave the loop: both wait for the requests in flight.
 *
 * @param client a `PlantStoreClient`
 * @param plants plants, or the rows of {@link readPlants}
 * @throws PlantStoreConfigurationError if an option is missing, unknown or invalid
 * @throws PlantStoreImportError if the journal or the input cannot be used, or a limit is reached
 * @throws a `PlantStoreFailure` that every other row would meet, too
 * @example
 * const journal = await openJournal("plant-store-journal.db", { baseUrl: client.baseUrl });
 * for await (const { plant, outcome, message } of importPlants(client, plants, { journal })) {
 *   if (outcome !== "created") console.error(plant, message);
 * }
 */
export function importPlants(
  client: ImportClient,
  plants: ImportInput,
  options: ImportPlantsOptions,
): AsyncGenerator<ImportedRow, void, undefined> {
  return rowsOf(importBatches(client, plants, options, true));
}

async function* rowsOf(batches: AsyncGenerator<ImportedRow[], void, undefined>) {
  for await (const rows of batches) for (const row of rows) yield row;
}

/**
 * Like {@link importPlants}, but yields the rows that were decided together.
 *
 * @param reportsDone whether rows that are done are yielded. Otherwise, they are only counted
 */
export function importBatches(
  client: ImportClient,
  plants: ImportInput,
  options: ImportPlantsOptions,
  reportsDone = false,
): AsyncGenerator<ImportedRow[], void, undefined> {
  return run(client, plants, resolveImportOptions(client, plants, options), reportsDone);
}

async function* run(
  client: ImportClient,
  plants: ImportInput,
  options: ResolvedImportOptions,
  reportsDone: boolean,
): AsyncGenerator<ImportedRow[], void, undefined> {
  const { journal, resolve, onIgnoredDecision, signal } = options;
  if (journal.isClosed) throw configurationError("journal", "is closed");
  if (journal.isInUse) throw configurationError("journal", "is in use by another import");
  journal.isInUse = true;
  try {
    if (resolve) await applyDecisions(journal, resolve, onIgnoredDecision);
    const current = new ImportRun(client, options, reportsDone);
    const onAbort = () => current.fail(signal?.reason);
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort);
    const processed = current.process(plants);
    try {
      yield* current.batches();
    } finally {
      current.stop(); // Has no effect unless the consumer left the loop.
      await processed;
      signal?.removeEventListener("abort", onAbort);
    }
    if (current.failure) throw current.failure.error;
  } finally {
    journal.isInUse = false;
  }
}

/** A gateway that cannot reach the store often says so at once. */
const QUICK_MS = 1_000;
const MIN_QUICK_ERRORS = 3;

const MAY_EXIST = "An earlier attempt may have created this plant.";
const UNPROVEN = "No response before it has shown a plant, so it proves nothing: this plant may exist.";

export class ImportRun {
  /** Why the run ended before the end of the input. */
  failure: { error: unknown } | undefined;

  readonly #client: ImportClient;
  readonly #options: ResolvedImportOptions;
  readonly #report: Report;
  readonly #pace: Pace;
  readonly #stopRules: StopRules;
  readonly #selector: RowSelector;
  readonly #stop = new AbortController();
  /** Why the last request failed. */
  #problem: string | undefined;
  /** How many of the last responses were a 502 to 504 within a second. */
  #quickGatewayErrors = 0;
  /** Resolves when the last outcome is recorded. The journal keeps the order, so then all of them are. */
  #recorded: Promise<void> | undefined;

  constructor(client: ImportClient, options: ResolvedImportOptions, reportsDone: boolean) {
    this.#client = client;
    this.#options = options;
    this.#report = new Report(options, (error) => this.fail(error));
    this.#selector = new RowSelector(options, this.#report, reportsDone);
    this.#stopRules = new StopRules(options);
    const onPause = (pause: ImportPause) => {
      // A run that has stopped waits for nothing.
      if (!this.#stop.signal.aborted) this.#report.update({ pause: { ...pause, problem: this.#problem } });
    };
    this.#pace = new Pace(onPause, options, () => this.#stopRules.hasResponded);
  }

  /** The decided rows. Ends when the run has ended. */
  async *batches(): AsyncGenerator<ImportedRow[], void, undefined> {
    yield* this.#report.take();
    try {
      for (const row of this.#selector.keptRows()) {
        this.#report.add(row);
        if (this.#report.isFull) yield* this.#report.take();
      }
    } catch (error) {
      this.fail(error);
    }
    yield* this.#report.take();
  }

  /** Processes the input. Never rejects: see `failure`. */
  async process(input: ImportInput): Promise<void> {
    const rows = this.#selector.select(input, this.#stop.signal);
    await Promise.all(Array.from({ length: this.#options.concurrency }, () => this.#work(rows)));
    await this.#recorded;
    this.#end(input);
    this.#report.close();
    closeAtOnce(input);
  }

  /** Claims that all of the input was sent, unless its file was changed since it was read. */
  #end(input: ImportInput & { [CHECK_UNCHANGED]?: () => void }): void {
    try {
      this.#report.endPause();
      if (this.failure || this.#stop.signal.aborted || this.#selector.isCutShort) return;
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
          row.finish(); // A row with the same id may wait for it.
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
    let { known } = row;
    for (let isFinal = false; !isFinal; ) {
      const permit = await this.#pace.acquire(this.#stop.signal);
      if (permit === undefined) return this.#selector.giveBack(row, known !== row.known);
      try {
        ({ known, isFinal } = await this.#attempt(row, known, permit));
      } finally {
        this.#pace.release(permit);
      }
    }
  }

  /** Sends a row once. @param before what the journal says about it */
  async #attempt(pending: PendingRow, before: KnownRow | undefined, permit: Permit) {
    const { row, key, plant, line } = pending;
    // Before the intent: if the function throws, nothing was sent.
    const options = this.#callOptions(pending, before);
    const { journal, duplicates, rules, maxOutage } = this.#options;
    const known = await journal.recordIntent(key, plant, line, before);
    if (!this.#pace.allows(permit) || this.#stop.signal.aborted) {
      // Nothing was sent. A crash during the pause must not make the row unknown.
      await journal.takeBack(known, before);
      return { known: before, isFinal: false };
    }
    this.#report.endPause();
    const start = performance.now();
    const result = await this.#client.safeCreatePlant(plant, options);
    const error = result.success ? undefined : result.error;
    const exists = error !== undefined && saysThatPlantExists(error, plant, duplicates, rules);
    const failure = exists ? undefined : error;
    const isUnproven = isUnread(result) && journal.countRows("proved", 1) === 0;
    const last = exists ? "exists" : isUnproven ? "unknown" : (error?.outcome ?? "created");
    const isUncertain = before?.outcome === "unknown";
    // After an unknown attempt, a rejection proves nothing.
    const outcome = isUncertain && !isDone(last) ? "unknown" : last;
    this.#problem = this.#describeProblem(failure, performance.now() - start);
    const reason = failure && fullReasonOf(failure);
    const recorded = journal.recordOutcome(known, outcome, reason, failure && receivedNameOf(failure));
    recorded.catch(() => {}); // It is awaited below, or by `reportAfter`.

    const kind = kindOfResult(result, isUnproven);
    const isOnly = this.#pace.inFlight === 1;
    const isRepeated = failure !== undefined && before?.reason?.startsWith(reasonOf(failure)) === true;
    const context = { exists, isUncertain, isRepeated, isUnproven, isOnly };
    const stopReason = this.#stopRules.check(kind, result, plant, context);
    const answer = stopReason
      ? "stop"
      : this.#pace.report(permit, kind, error && retryAfterOf(error), !error || error.response !== undefined);
    if (answer === "stop") this.fail(stopReason ?? (error && outageError(error, maxOutage)));
    if (answer === "repeat" || kind === "rate-limited") {
      await recorded;
      return { known, isFinal: false };
    }
    if (this.#selector.noteAttempt(known, plant, outcome, answer === "stop")) {
      await recorded;
      return { known, isFinal: true };
    }
    const changes = findChanges(plant, result);
    const decided: ImportedRow = { row, line, plant, outcome, action: "sent", result, ...changes };
    if (failure) decided.message = failure.message;
    if (isUnproven) decided.message = `${reason}. ${UNPROVEN}`;
    else if (failure && failure.outcome !== outcome)
      decided.message = `${failure.message.replace(/\.?$/, ".")} ${MAY_EXIST}`; // The store's text may have no period.
    // Not awaited: the next intent of this worker waits for this record, too.
    this.#recorded = this.#reportAfter(recorded, decided);
    return { known, isFinal: true };
  }

  #describeProblem(failure: PlantStoreFailure | undefined, duration: number): string | undefined {
    const { status = 0 } = failure?.response ?? {};
    const isQuick = status >= 502 && status <= 504 && duration < QUICK_MS;
    this.#quickGatewayErrors = isQuick ? this.#quickGatewayErrors + 1 : 0;
    const isRepeated = this.#quickGatewayErrors >= MIN_QUICK_ERRORS;
    const note = isRepeated ? " at once, so a gateway may have sent none of these rows" : "";
    return failure && reasonOf(failure) + note;
  }

  /** @throws what the user's function throws */
  #callOptions({ row, plant }: PendingRow, known: KnownRow | undefined): PlantStoreCallOptions {
    const { headers: headersOf, rules, namesMayChange } = this.#options;
    const given = headersOf?.({ row, attempt: (known?.attempt ?? 0) + 1, plant });
    // Copied, because an iterator can be read only once. The client validates them.
    const headers = isObject(given) && Symbol.iterator in given ? [...given] : given;
    const names = Array.isArray(headers)
      ? headers.map((pair) => Object(pair)[0])
      : Object.keys(Object(headers));
    const hasKey = names.some((name) => String(name).toLowerCase() === "idempotency-key");
    const idempotencyKey = rules?.idempotencyKey && !hasKey ? row : undefined;
    return { maxRetries: 0, retryUnknown: false, headers, idempotencyKey, namesMayChange };
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

/** Closes an input that is waiting for its next row. `readPlants` then closes its stream. Not awaited: it may stay silent. */
function closeAtOnce(input: ImportInput): void {
  const { return: close, destroy } = input as Partial<AsyncGenerator & { destroy(): void }>;
  // It may reject, because its stream was closed.
  if (typeof close === "function") ignoreRejection(close.call(input, undefined));
  else if (typeof destroy === "function") destroy.call(input);
}
