/** Reads the input and selects the rows to send. The others are done, invalid or held. */
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { IdGuard } from "../input/id-guard.ts";
import { formatRowKey, type RowKey } from "../input/row-key.ts";
import { isInShard } from "../input/shard.ts";
import type { DoneRow, KnownRow } from "../journal/journal-rows.ts";
import { isExact } from "./duplicates.ts";
import type { ImportInput, ResolvedImportOptions } from "./import-options.ts";
import type { ImportedRow } from "./imported-row.ts";
import type { Clock } from "./pace.ts";
import type { ProgressReport } from "./progress-report.ts";
import { ReadAhead } from "./read-ahead.ts";
import type { ValidatedRow, ValidRow } from "./validate-row.ts";

/** A row that never gets a definite response waits for the next run. */
const MAX_RESENDS = 3;

/** If the input is silent for so long, as a pipe can be, its rows do not wait for more ids. */
const MAX_SILENCE_MS = 10_000;

export interface PendingRow {
  readonly row: string;
  readonly key: RowKey;
  readonly line: number | undefined;
  readonly plant: NewPlant;
  /** What the journal says about it. Undefined if it was never sent. */
  known: KnownRow | undefined;
  /** Whether an earlier attempt may have created the plant. Then a rejection of the next one proves nothing about it. */
  isUncertain: boolean;
  /** How often this run has sent it before. */
  resends: number;
  /** When it can be sent again, ms. */
  due?: number;
  /** What to report if it is not sent again. Undefined for a row that is sent for the first time. */
  fallback?: ImportedRow;
  /** Resolves when its outcome is final, or it waits to be sent again. */
  finished?: Promise<void>;
  finish?(): void;
}

export class RowsToSend {
  /** Whether there were more than `maxNew` new rows. Then the rest of the input was not read. */
  isCutShort = false;

  readonly #options: ResolvedImportOptions;
  readonly #report: ProgressReport;
  readonly #clock: Clock;
  readonly #guard: IdGuard<ValidRow>;
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
  #onFinish = () => {};

  constructor(options: ResolvedImportOptions, report: ProgressReport, clock: Clock) {
    this.#options = options;
    this.#report = report;
    this.#clock = clock;
    this.#guard = new IdGuard(options.exactIds, (rows, firstLine) => {
      report.progress.looksRounded = { rows, firstLine };
    });
  }

  /** Yields the rows to send, until the signal aborts. Reports the others. Waits if the import's consumer is slow. */
  async *read(input: ImportInput, signal: AbortSignal): AsyncGenerator<PendingRow, undefined> {
    const { journal } = this.#options;
    // A clock may have been set back.
    const age = Math.max(Date.now() - journal.lastUnknownTime(), 0);
    this.#lastUnknown = this.#clock.now() - age;
    const ahead = new ReadAhead(input, this.#clock);
    signal.addEventListener("abort", () => ahead.close(), { once: true });
    try {
      while (!this.isCutShort) {
        const rows = await ahead.take(this.#guard.isWaiting ? MAX_SILENCE_MS : undefined);
        if (signal.aborted) return;
        if (!rows?.length) yield* this.#send(this.#guard.letGo());
        if (!rows) break;
        const done = journal.findDone(rows.map(({ key }) => key));
        ahead.expectDone(done.some((row) => row !== undefined));
        for (const [index, row] of rows.entries()) {
          if (!this.#isInShard(row)) yield* this.#send(row.key ? this.#guard.pass(row) : []);
          else if (row.key && !done[index]) yield* this.#send(this.#guard.pass(row, row));
          else this.#isLeft(row, done[index]);
          if (signal.aborted) return;
          if (this.isCutShort) break;
          const slow = this.#report.waitForRoom();
          if (slow) await slow;
        }
      }
    } finally {
      ahead.close();
    }
    // A row in flight may have to be sent again.
    while (!signal.aborted && (this.#waiting.length > 0 || this.#unfinished.size > 0))
      yield* this.#resend(signal);
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

  #isInShard({ key }: ValidatedRow): boolean {
    const { shard } = this.#options.journal;
    return !shard || isInShard(key, shard);
  }

  #canResend({ plant }: { plant: NewPlant }): boolean {
    return this.#options.duplicates !== undefined && isExact(plant, this.#options.rules);
  }

  /** @param sent when it was sent, ms. Never before that of the row that waits since before */
  #wait(row: PendingRow, sent: number): void {
    row.due = sent + this.#options.resendAfter;
    this.#waiting.push(row);
    this.#count(row, 1);
  }

  #takeWaiting(): PendingRow | undefined {
    const row = this.#waiting.shift();
    if (row) this.#count(row, -1);
    return row;
  }

  /** Counts a row while it waits. Then it counts when it is reported. */
  #count({ fallback }: PendingRow, change: 1 | -1): void {
    this.#report.progress.unknown += change;
    if (fallback?.action === "sent") this.#report.progress.sent += change;
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
    const left = (first.due ?? 0) - this.#clock.now();
    if (left > 0) {
      this.#report.update({ pause: { reason: "resend", ms: Math.ceil(left) } });
      await this.#clock.sleep(left, signal);
      return;
    }
    const row = this.#takeWaiting();
    if (row) yield this.#begin(row);
  }

  /** Yields those of the rows that have to be sent, as far as `maxNew` allows. */
  async *#send(rows: ValidRow[]): AsyncGenerator<PendingRow, void> {
    for (const row of rows) {
      const pending = this.#isLeft(row, undefined) ? await this.#select(row) : undefined;
      if (!pending) continue;
      if (!pending.known && this.#new++ >= this.#options.maxNew) this.isCutShort = true;
      if (this.isCutShort) return;
      yield this.#begin(pending);
    }
  }

  /** Whether a row may have to be sent. Otherwise, reports it. @param done what the journal says, if it is done */
  #isLeft(validated: ValidatedRow, done: DoneRow | undefined): validated is ValidRow {
    const { key, line, plant } = validated;
    const row = key && formatRowKey(key);
    if (!key) this.#report.add(validated);
    else if (this.#unfinished.has(`${row}`) || (done && this.#seen.has(done.number)))
      this.#report.progress.equal += 1;
    else if (!done) return true;
    else {
      this.#seen.add(done.number);
      this.#report.add({ row, line, plant, outcome: done.outcome, action: "skipped" });
    }
    return false;
  }

  /** Returns the row if it has to be sent, and otherwise reports it. */
  async #select({ key, line, plant }: ValidRow): Promise<PendingRow | undefined> {
    const row = formatRowKey(key);
    const known = this.#options.journal.find(key); // Not from the batch: it may have been sent since.
    if (known && this.#seen.has(known.number)) {
      this.#report.progress.equal += 1;
      return undefined;
    }
    if (known) this.#seen.add(known.number);
    const isUncertain = known?.outcome === "unknown";
    const pending: PendingRow = { row, key, line, plant, known, isUncertain, resends: 0 };
    const report = (held: Omit<ImportedRow, "row" | "line" | "plant">) =>
      this.#report.add({ row, line, plant, ...held });
    if (isUncertain) {
      if (this.#options.resendUnknown) return pending;
      const message = "An earlier run sent this plant, and it may exist. It was not sent again.";
      const held = { outcome: "unknown", action: "held", reason: "unknown", message } as const;
      if (!this.#canResend(pending)) return void report(held);
      Object.assign(pending, { resends: 1, fallback: { row, line, plant, ...held } });
      return void this.#wait(pending, this.#lastUnknown);
    }
    if (!this.#options.allowChanged) {
      await this.#unfinished.get(String(key.id))?.finished;
      const conflict = this.#options.journal.findConflict(key);
      if (conflict !== undefined) {
        const exists = conflict === "unknown" ? "may exist" : "exists";
        const message = `A plant with this id, but other content, ${exists}. This one was not sent.`;
        return void report({ outcome: "not-created", action: "held", reason: "changed", message });
      }
    }
    return pending;
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
}

/** A set of rows of a journal: one bit for each. */
export class RowSet {
  #bits = new Uint8Array(1024);

  has(number: number): boolean {
    return ((this.#bits[Math.floor(number / 8)] ?? 0) & (1 << (number & 7))) !== 0;
  }

  /** @param number of the row, which is less than 2^35 */
  add(number: number): void {
    const byte = Math.floor(number / 8);
    if (byte >= this.#bits.length) {
      const grown = new Uint8Array(2 * byte);
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (number & 7));
  }
}
