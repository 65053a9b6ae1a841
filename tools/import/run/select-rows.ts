/** Reads the input and selects the rows to send. The others are done, invalid or held. */
import { sleep } from "../../../src/common/sleep.ts";
import { pickFields } from "../../../src/contract/plant-fields.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { IdGuard } from "../input/id-guard.ts";
import { formatRowKey, keyOfPlant, parseRowKey, type RowKey } from "../input/row-key.ts";
import { isInShard } from "../input/shard.ts";
import type { Journal } from "../journal/journal.ts";
import type { DoneRow, KnownRow, RowOutcome } from "../journal/journal-rows.ts";
import { isExact } from "./duplicates.ts";
import type { ImportedRow, ImportInput, ResolvedImportOptions } from "./import-options.ts";
import { quote } from "./judge-result.ts";
import type { Report } from "./progress-report.ts";
import { BatchReader, type ReadRow, type ValidRow } from "./read-batches.ts";
import { RowSet } from "./row-set.ts";

/** A row that never gets a definite response waits for the next run. */
const MAX_RESENDS = 3;

/** If the input is silent for so long, as a pipe can be, its rows do not wait for more ids. */
const MAX_SILENCE_MS = 10_000;

type Held = Required<Pick<ImportedRow, "outcome" | "reason" | "message">>;

/** A row that the import may not send, because it may exist. */
const HELD: Held = {
  outcome: "unknown",
  reason: "unknown",
  message: "An earlier run sent this plant, and it may exist. It was not sent again.",
};

/** A row to send. */
export interface PendingRow extends ValidRow {
  readonly row: string;
  /** What the journal says about it. Undefined if it was never sent. */
  readonly known: KnownRow | undefined;
  /** Lets the rows that wait for it go on. */
  readonly finish: () => void;
}

export class RowSelector {
  /** Whether there were more than `maxNew` new rows. Then the rest of the input was not read. */
  isCutShort = false;

  readonly #options: ResolvedImportOptions;
  readonly #journal: Journal;
  readonly #report: Report;
  readonly #reportsDone: boolean;
  readonly #guard: IdGuard<ValidRow>;
  #new = 0;
  /** The rows of the journal that the input has. */
  readonly #seen = new RowSet();
  /** Those of them that this run has sent. */
  readonly #sent = new RowSet();
  /**
   * Unknown rows that are sent again after the input. A store that rejects an existing id cannot create a plant twice: either
   * the row is created now, or its rejection proves that it exists.
   */
  readonly #again = new RowSet();
  #resends = 0;
  /** When an unknown row was sent for the last time, ms. */
  #lastUnknown: number;
  /** The rows in flight, by id. */
  readonly #inFlight = new Map<string, { row: string; finished: Promise<void> }[]>();

  /** @param reportsDone whether rows that are done are reported. Otherwise, they are only counted */
  constructor(options: ResolvedImportOptions, report: Report, reportsDone: boolean) {
    this.#options = options;
    this.#journal = options.journal;
    this.#report = report;
    this.#reportsDone = reportsDone;
    this.#guard = new IdGuard(options.exactIds, (rows, firstLine) => {
      report.progress.looksRounded = { rows, firstLine };
    });
    this.#journal.forgetHeld();
    // A clock may have been set back.
    this.#lastUnknown = performance.now() - Math.max(Date.now() - this.#journal.lastUnknownTime(), 0);
  }

  /** Yields the rows to send, until the signal aborts. Reports the others. Waits if the import's consumer is slow. */
  async *select(input: ImportInput, signal: AbortSignal): AsyncGenerator<PendingRow, undefined> {
    const reader = new BatchReader(input, signal);
    while (!this.isCutShort) {
      const batch = await reader.next(this.#guard.isWaiting ? MAX_SILENCE_MS : undefined);
      if (signal.aborted) return;
      if (!batch?.length) yield* this.#send(this.#guard.letGo());
      if (!batch) break;
      const done = this.#journal.findDone(batch.map(({ key }) => key));
      for (const [index, row] of batch.entries()) {
        const ready = this.#sort(row, done[index]);
        if (ready.length > 0) yield* this.#send(ready);
        if (signal.aborted) return;
        if (this.isCutShort) break;
        const slow = this.#report.waitForRoom();
        if (slow) await slow;
      }
      if (done.length > 0 && !this.#reportsDone) this.#report.update({});
    }
    while (this.#resends < MAX_RESENDS && !signal.aborted) {
      // A row in flight may have to be sent again.
      for (const rows of this.#inFlight.values()) for (const { finished } of rows) await finished;
      if (this.#again.size === 0) break;
      this.#resends += 1;
      yield* this.#sendAgain(signal);
    }
  }

  /** Notes an attempt. Returns whether its unknown row is sent again after the input, so that it is not decided yet. */
  noteAttempt({ number }: KnownRow, plant: NewPlant, outcome: RowOutcome, isStopped: boolean): boolean {
    for (const rows of [this.#seen, this.#sent]) rows.add(number);
    if (outcome !== "unknown") return false;
    this.#lastUnknown = performance.now();
    if (isStopped || this.#resends >= MAX_RESENDS || !this.#canResend(plant)) return false;
    this.#keep(number);
    return true;
  }

  /**
   * Takes back a row whose outcome is not final, because the run has stopped. Unless it is unknown, it counts as not read.
   *
   * @param wasSent whether this run has sent it, such as before a 429
   */
  giveBack({ known }: PendingRow, wasSent: boolean): void {
    if (known?.outcome !== "unknown") return;
    if (wasSent) this.#sent.add(known.number);
    this.#keep(known.number);
  }

  /** The rows that would be sent again, but the run has ended. */
  *keptRows(): Generator<ImportedRow, void> {
    for (const number of this.#kept()) {
      const { row, plant, line, reason = "Its outcome was not recorded" } = this.#takeKept(number);
      const decided = this.#sent.has(number)
        ? ({ outcome: "unknown", action: "sent", message: `${reason}. This plant may exist.` } as const)
        : ({ action: "held", ...HELD } as const);
      yield { row, line, plant, ...decided };
    }
  }

  #canResend(plant: NewPlant): boolean {
    return this.#options.duplicates !== undefined && isExact(plant, this.#options.rules);
  }

  /** Reports a row that is invalid or done. Returns the rows that may have to be sent now. */
  #sort(row: ReadRow, done: DoneRow | undefined): ValidRow[] {
    const { shard } = this.#journal;
    const { key, line, plant } = row;
    if (shard && !isInShard(key, shard)) return key ? this.#guard.pass(row) : [];
    if (!key) this.#report.add(row);
    else if (!done) return this.#guard.pass(row, row);
    else if (this.#seen.has(done.number)) this.#report.progress.equal += 1;
    else {
      const { number, outcome } = done;
      this.#seen.add(number);
      if (this.#reportsDone)
        this.#report.add({ row: formatRowKey(key), line, plant, outcome, action: "skipped" });
      else this.#report.count(outcome, "skipped");
    }
    return [];
  }

  /** Yields those of the rows that have to be sent, as far as `maxNew` allows. */
  async *#send(rows: ValidRow[]): AsyncGenerator<PendingRow, void> {
    for (const row of rows) {
      const found = await this.#find(row);
      if (!found) continue;
      if (!found.known && this.#new++ >= this.#options.maxNew) this.isCutShort = true;
      if (this.isCutShort) return;
      yield this.#begin(row, found.known);
    }
  }

  /** Returns what is known about a row that has to be sent. Reports any other row, and returns undefined. */
  async #find(row: ValidRow): Promise<{ known: KnownRow | undefined } | undefined> {
    const { key, line, plant } = row;
    const known = this.#journal.find(key); // Not from the batch: it may have been sent since.
    if (this.#isInFlight(key) || (known && this.#seen.has(known.number))) {
      this.#report.progress.equal += 1;
      return undefined;
    }
    if (known) this.#seen.add(known.number);
    const { resendUnknown, allowChanged, namesMayChange } = this.#options;
    if (known?.outcome === "unknown") {
      if (known.received !== null && namesMayChange) return this.#accept(row, known);
      if (resendUnknown) return { known };
      if (!this.#canResend(plant)) this.#hold(row, HELD);
      else {
        if (line !== undefined && line !== known.line) this.#journal.recordLine(known, line);
        this.#keep(known.number);
      }
      return undefined;
    }
    if (!allowChanged) {
      for (const { finished } of this.#inFlight.get(String(key.id)) ?? []) await finished;
      const message = this.#describeConflict(row);
      if (message !== undefined) {
        if (this.#journal.hold(formatRowKey(key)))
          this.#hold(row, { outcome: "not-created", reason: "changed", message });
        else this.#report.progress.equal += 1;
        return undefined;
      }
    }
    return { known };
  }

  #isInFlight(key: RowKey): boolean {
    const rows = this.#inFlight.get(String(key.id)) ?? [];
    return rows.some(({ row }) => row === formatRowKey(key));
  }

  #hold({ key, line, plant }: ValidRow, held: Held): void {
    this.#report.add({ row: formatRowKey(key), line, plant, action: "held", ...held });
  }

  /** Records that a store that changes names has created a row. */
  async #accept({ key, line, plant }: ValidRow, known: KnownRow): Promise<undefined> {
    const names = `the name ${quote(`${known.received}`)} instead of ${quote(plant.name)}`;
    await this.#journal.recordOutcome(known, "created");
    this.#report.add({
      ...{ row: formatRowKey(key), line, plant, outcome: "created", action: "skipped" },
      ...{ changedFields: ["name"], message: `An earlier response showed ${names}.` },
    });
  }

  /** Says which other row with this id exists or may exist. */
  #describeConflict({ key, plant }: ValidRow): string | undefined {
    const found = this.#journal.findConflict(key);
    if (!found) return undefined;
    const other = found.name === plant.name ? "another tag" : "another name";
    const unsent = "This one was not sent.";
    // Only a row that this run has sent has a line of this input.
    if (this.#sent.has(found.rowid)) {
      const where = found.line === null ? "An earlier row" : `Line ${found.line}`;
      return `${where} has this id with ${other}. ${unsent}`;
    }
    return `A plant with this id, but ${other}, ${found.outcome === "unknown" ? "may exist" : "exists"}. ${unsent}`;
  }

  #begin(row: ValidRow, known: KnownRow | undefined): PendingRow {
    const id = String(row.key.id);
    const { promise: finished, resolve } = Promise.withResolvers<void>();
    const entry = { row: formatRowKey(row.key), finished };
    this.#inFlight.set(id, [...(this.#inFlight.get(id) ?? []), entry]);
    const finish = () => {
      const others = this.#inFlight.get(id)?.filter((other) => other !== entry) ?? [];
      if (others.length > 0) this.#inFlight.set(id, others);
      else this.#inFlight.delete(id);
      resolve();
    };
    return { ...row, row: entry.row, known, finish };
  }

  /** Yields the rows that were kept, when they are due. */
  async *#sendAgain(signal: AbortSignal): AsyncGenerator<PendingRow, void> {
    const left = this.#lastUnknown + this.#options.resendAfter - performance.now();
    if (left > 0) {
      this.#report.update({ pause: { reason: "resend", ms: Math.ceil(left) } });
      await sleep(left, signal);
    }
    for (const number of this.#kept()) {
      await this.#report.waitForRoom();
      if (signal.aborted) return;
      const row = this.#takeKept(number);
      // SQLite does not keep each text that is not Unicode.
      if (keyOfPlant(row.plant).hash === row.key.hash) yield this.#begin(row, this.#journal.find(row.key));
      else this.#hold(row, HELD);
    }
  }

  /** Keeps an unknown row for the rows that are sent again. Until it is decided, it counts as unknown. */
  #keep(number: number): void {
    this.#again.add(number);
    this.#report.count("unknown", this.#sent.has(number) ? "sent" : "held");
  }

  /** The numbers of the rows that are kept, in the order of the journal. */
  *#kept(): Generator<number, void> {
    let numbers = this.#journal.unknownNumbers(0);
    while (numbers.length > 0) {
      for (const number of numbers) if (this.#again.has(number)) yield number;
      numbers = this.#journal.unknownNumbers(numbers.at(-1) as number);
    }
  }

  #takeKept(number: number) {
    this.#again.delete(number);
    this.#report.count("unknown", this.#sent.has(number) ? "sent" : "held", -1);
    const found = this.#journal.readNumber(number);
    const plant = { ...pickFields<NewPlant>(found), id: found.id };
    return { ...found, key: parseRowKey(found.row) as RowKey, line: found.line, plant };
  }
}
