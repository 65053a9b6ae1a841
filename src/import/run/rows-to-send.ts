/** Reads the input and selects the rows to send. The others are done, invalid or held. */
import type { NewPlant } from "../../contract/schemas.ts";
import type { PlantRow } from "../input/parse-json-row.ts";
import { formatRowKey, type RowKey } from "../input/row-key.ts";
import { isInShard } from "../input/shard.ts";
import type { Journal } from "../journal/journal.ts";
import { isDone, type KnownRow } from "../journal/journal-rows.ts";
import { RowSet } from "../journal/row-set.ts";
import { isExact } from "./duplicates.ts";
import type { ImportInput, ResolvedImportOptions } from "./import-options.ts";
import type { ImportedRow } from "./imported-row.ts";
import { describeConflict } from "./messages.ts";
import type { Clock } from "./pace.ts";
import type { ProgressReport } from "./progress-report.ts";
import { validateRow } from "./validate-row.ts";

/** Rows become due one after another, so most pauses are short. */
const MIN_REPORTED_PAUSE_MS = 100;

/** More rows do not wait to be sent again: then the oldest one is sent before the rest of the input is read. */
const MAX_WAITING = 10_000;

/** A row that never gets a definite response waits for the next run. */
const MAX_RESENDS = 3;

/** A row to send. */
export interface PendingRow {
  readonly row: string;
  readonly key: RowKey;
  readonly line: number | undefined;
  readonly plant: NewPlant;
  /** Whether the journal had no entry of it when it was read. */
  readonly isNew: boolean;
  /** What the journal says about it. Undefined if it was never sent. */
  known: KnownRow | undefined;
  /** Whether an earlier attempt may have created the plant. Then a rejection of the next one proves nothing about it. */
  isUncertain: boolean;
  /** How often this run has sent it before. */
  resends: number;
  /** When it can be sent again, ms. */
  due: number;
  /** What to report if it is not sent again. Undefined for a row that is sent for the first time. */
  fallback: ImportedRow | undefined;
  /** Resolves when its outcome is final, or it waits to be sent again. */
  finished: Promise<void>;
  finish(): void;
}

export class RowsToSend {
  /** Whether there were more than `maxNew` new rows. Then the rest of the input was not read. */
  isCutShort = false;

  readonly #journal: Journal;
  readonly #options: ResolvedImportOptions;
  readonly #report: ProgressReport;
  readonly #clock: Clock;
  /** The rows of the journal that the input has. */
  readonly #seen = new RowSet();
  #new = 0;
  /** When earlier runs have sent an unknown row for the last time, ms. One time for all, because most are of one crash. */
  #lastUnknown = 0;
  /** The pending rows that are not finished, by key, and the last one of each id. */
  readonly #unfinished = new Map<string, PendingRow>();
  /**
   * Unknown rows that are sent again, in the order in which they are due. A store that rejects an existing id cannot create a
   * plant twice: either the row is created now, or its rejection proves that it exists.
   */
  readonly #waiting: PendingRow[] = [];
  /** Called when a row is finished. */
  #onFinish = () => {};

  constructor(journal: Journal, options: ResolvedImportOptions, report: ProgressReport, clock: Clock) {
    this.#journal = journal;
    this.#options = options;
    this.#report = report;
    this.#clock = clock;
  }

  /** Yields the rows to send, until the signal aborts. Reports the others. Waits if the import's consumer is slow. */
  async *read(input: ImportInput, signal: AbortSignal): AsyncGenerator<PendingRow, undefined> {
    // A clock may have been set back.
    const age = Math.max(Date.now() - this.#journal.lastUnknownTime(), 0);
    this.#lastUnknown = this.#clock.now() - age;
    for await (const item of input) {
      if (signal.aborted) return;
      const pending = await this.#select(item);
      if (this.isCutShort) break;
      if (pending) yield this.#begin(pending);
      if (this.#report.isFull) await this.#report.waitForRoom();
      while (this.#waiting.length >= MAX_WAITING && !signal.aborted) yield* this.#resend(signal);
    }
    // A row in flight may have to be sent again.
    while (!signal.aborted && (this.#waiting.length > 0 || this.#unfinished.size > 0))
      yield* this.#resend(signal);
  }

  /** The number of rows of the journal that the input does not have. */
  countOrphans(): number {
    const { created, exists, notCreated, unknown } = this.#journal.count();
    return created + exists + notCreated + unknown - this.#seen.size;
  }

  /** Keeps an unknown row to send it again. Returns false if its outcome is final in this run. */
  sendAgainLater(row: PendingRow, fallback: ImportedRow): boolean {
    if (row.resends >= MAX_RESENDS || !this.#canResend(row)) return false;
    this.#wait(Object.assign(row, { fallback, resends: row.resends + 1 }), this.#clock.now());
    return true;
  }

  /** Reports the rows that still wait when the run has ended. */
  reportWaiting(): void {
    for (let row = this.#takeWaiting(); row; row = this.#takeWaiting())
      if (row.fallback) this.#report.add(row.fallback);
  }

  #canResend({ plant }: { plant: NewPlant }): boolean {
    return this.#options.duplicates !== undefined && isExact(plant, this.#options.rules);
  }

  /** @param sent when it was sent, ms. Never before that of the row that waits since before */
  #wait(row: PendingRow, sent: number): void {
    row.due = sent + this.#options.resendAfter;
    this.#waiting.push(row);
    this.#report.progress.unknown += 1;
  }

  #takeWaiting(): PendingRow | undefined {
    const row = this.#waiting.shift();
    if (row) this.#report.progress.unknown -= 1;
    return row;
  }

  /** Yields the next row to send again, as soon as it is due. Without one, waits until a row in flight is finished. */
  async *#resend(signal: AbortSignal): AsyncGenerator<PendingRow, void> {
    const [first] = this.#waiting;
    if (first === undefined) {
      await new Promise<void>((resolve) => {
        this.#onFinish = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      return;
    }
    const left = first.due - this.#clock.now();
    if (left > 0) {
      if (left > MIN_REPORTED_PAUSE_MS)
        this.#report.update({ pause: { reason: "resend", ms: Math.ceil(left) } });
      await this.#clock.sleep(left, signal);
      return;
    }
    const row = this.#takeWaiting();
    if (row) yield this.#begin(row);
  }

  /** Returns the row if it has to be sent, and otherwise reports it. */
  async #select(item: PlantRow | NewPlant): Promise<PendingRow | undefined> {
    const { shard } = this.#journal;
    const validated = validateRow(item);
    if (shard && !isInShard(validated.key, shard)) return undefined;
    if (!validated.key) return void this.#report.add(validated);
    const { key, line, plant } = validated;
    const row = formatRowKey(key);
    const known = this.#journal.find(key);
    if (this.#unfinished.has(row) || (known && this.#seen.has(known.number))) {
      this.#report.progress.equal += 1;
      return undefined;
    }
    if (known) this.#seen.add(known.number);
    const pending = newRow(row, key, line, plant, known);
    const report = (held: Omit<ImportedRow, "row" | "line" | "plant">) =>
      this.#report.add({ row, line, plant, ...held });
    if (known && isDone(known.outcome)) {
      report({ outcome: known.outcome, action: "skipped" });
    } else if (known?.outcome === "unknown") {
      if (this.#options.resendUnknown) return pending;
      const message = "An earlier run sent this plant, and it may exist. It was not sent again.";
      const held = { outcome: "unknown", action: "held", reason: "unknown", message } as const;
      if (!this.#canResend(pending)) return void report(held);
      this.#wait(
        Object.assign(pending, { resends: 1, fallback: { row, line, plant, ...held } }),
        this.#lastUnknown,
      );
    } else {
      const conflict = this.#options.allowChanged ? undefined : await this.#findConflict(pending);
      if (conflict !== undefined) {
        const message = describeConflict(conflict !== "unknown");
        return void report({ outcome: "not-created", action: "held", reason: "changed", message });
      }
      if (!known && this.#new++ >= this.#options.maxNew) this.isCutShort = true;
      return pending;
    }
    return undefined;
  }

  #begin(pending: PendingRow): PendingRow {
    const id = String(pending.key.id);
    const earlier = this.#unfinished.get(id)?.finished;
    const { promise, resolve } = Promise.withResolvers<void>();
    // A row with other content waits for all rows with its id.
    const finished = earlier ? earlier.then(() => promise) : promise;
    const finish = () => {
      if (pending.known) this.#seen.add(pending.known.number);
      this.#unfinished.delete(pending.row);
      if (this.#unfinished.get(id) === pending) this.#unfinished.delete(id);
      resolve();
      this.#onFinish();
    };
    this.#unfinished.set(pending.row, pending).set(id, pending);
    return Object.assign(pending, { finished, finish });
  }

  /** The outcome of another row with this id that exists or may exist. */
  async #findConflict({ key }: PendingRow) {
    await this.#unfinished.get(String(key.id))?.finished;
    return this.#journal.findConflict(key);
  }
}

function newRow(
  row: string,
  key: RowKey,
  line: number | undefined,
  plant: NewPlant,
  known: KnownRow | undefined,
): PendingRow {
  return {
    row,
    key,
    line,
    plant,
    isNew: known === undefined,
    known,
    isUncertain: known?.outcome === "unknown",
    resends: 0,
    due: 0,
    fallback: undefined,
    finished: Promise.resolve(),
    finish() {},
  };
}
