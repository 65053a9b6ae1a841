/** Reads the input and selects the rows to send. The others are done, invalid or held. */
import type { NewPlant } from "../../contract/schemas.ts";
import { type ImportInput, type InputRow, readRow } from "../input/plant-row.ts";
import { isInShard } from "../input/shard.ts";
import type { KnownRow, RowHistory } from "../journal/row-history.ts";
import { isDone, isUnknown } from "../journal/row-state.ts";
import type { ResolvedImportOptions } from "./import-options.ts";
import type { ImportedRow } from "./imported-row.ts";
import { describeConflict } from "./messages.ts";
import type { Clock } from "./pace.ts";
import type { Report } from "./report.ts";
import { MAX_RESENDS, ResendQueue, type WaitingRow } from "./resend-queue.ts";

/** Rows become due one after another, so most pauses are short. */
const MIN_REPORTED_PAUSE_MS = 100;

/** A row to send. */
export interface PendingRow extends KnownRow {
  readonly line: number | undefined;
  readonly plant: NewPlant;
  /** How often this run has sent it before. */
  readonly resends: number;
  /** What to report if it is not sent again. Undefined for a row that is sent for the first time. */
  readonly fallback: ImportedRow | undefined;
  /** Resolves when its outcome is final, or it waits to be sent again. */
  readonly finished: Promise<void>;
  finish(): void;
}

export class RowsToSend {
  readonly #history: RowHistory;
  readonly #options: ResolvedImportOptions;
  readonly #report: Report;
  readonly #clock: Clock;
  /** When earlier runs have sent an unknown row for the last time, ms. */
  #lastAttempt = 0;
  /** The last pending row of each id that is not finished. */
  readonly #unfinished = new Map<string, PendingRow>();
  /** Rows that are sent again at the end of the input. */
  readonly #waiting: ResendQueue;
  #inFlight = 0;
  /** Called when a row is finished. */
  #onFinish = () => {};

  constructor(history: RowHistory, options: ResolvedImportOptions, report: Report, clock: Clock) {
    this.#history = history;
    this.#options = options;
    this.#report = report;
    this.#clock = clock;
    this.#waiting = new ResendQueue(options.resendAfter);
  }

  /** Yields the rows to send, until the signal aborts. Reports the others. Waits if the import's consumer is slow. */
  async *read(input: ImportInput, signal: AbortSignal): AsyncGenerator<PendingRow, undefined> {
    if (this.#options.existing) this.#lastAttempt = await this.#findLastAttempt();
    for await (const item of input) {
      if (signal.aborted) return;
      const pending = await this.#select(readRow(item));
      if (pending) yield pending;
      if (this.#report.queue.isFull) await this.#report.queue.waitForRoom();
      while (this.#waiting.isFull && !signal.aborted) yield* this.#resend(signal);
    }
    // A row in flight may have to be sent again.
    while (!signal.aborted && (this.#waiting.length > 0 || this.#inFlight > 0)) yield* this.#resend(signal);
  }

  /** One time for all rows: a time for each would need memory, and most are of the same crash or outage. */
  async #findLastAttempt(): Promise<number> {
    let last = 0;
    for await (const { time = "" } of this.#history.listUnknown()) last = Math.max(last, Date.parse(time));
    return this.#clock.now() - Math.max(Date.now() - last, 0); // A clock may have been set back.
  }

  /** Keeps an unknown row to send it again. Returns false if its outcome is final in this run. */
  sendAgainLater(row: PendingRow, fallback: ImportedRow): boolean {
    if (!this.#options.existing || row.resends >= MAX_RESENDS) return false;
    this.#wait({ ...row, resends: row.resends + 1, fallback }, this.#clock.now());
    return true;
  }

  /** Reports the rows that still wait when the run has ended. */
  reportWaiting(): void {
    for (let row = this.#takeWaiting(); row; row = this.#takeWaiting()) this.#report.add(row.fallback);
  }

  #wait(row: WaitingRow, time: number): void {
    this.#waiting.add(row, time);
    this.#report.countWaiting(1);
  }

  #takeWaiting(): WaitingRow | undefined {
    const row = this.#waiting.take();
    if (row) this.#report.countWaiting(-1);
    return row;
  }

  /** Yields the next row to send again, as soon as it is due. Without one, waits until a row in flight is finished. */
  async *#resend(signal: AbortSignal): AsyncGenerator<PendingRow, void> {
    const { due } = this.#waiting;
    if (due === undefined) {
      await new Promise<void>((resolve) => {
        this.#onFinish = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
      return;
    }
    const left = due - this.#clock.now();
    if (left > 0) {
      if (left > MIN_REPORTED_PAUSE_MS)
        this.#report.update({ pause: { reason: "resend", ms: Math.ceil(left) } });
      await this.#clock.sleep(left, signal);
      return;
    }
    const row = this.#takeWaiting();
    if (row) yield this.#pend(row, row.line, row.plant, row);
  }

  /** Returns the row if it has to be sent, and otherwise reports it. */
  async #select(input: InputRow): Promise<PendingRow | undefined> {
    const { line, plant, key } = input;
    const { shard } = this.#options.journal;
    if (shard && !isInShard(key, shard)) return undefined;
    if (!key) {
      this.#report.add({ row: undefined, outcome: "not-created", action: "held", ...input });
      return undefined;
    }
    const known = this.#history.addInputRow(key);
    const { table } = this.#history;
    table.setLine(known.index, line);
    const row = { row: known.row, line, plant };
    const status = table.status(known.index);
    if (table.isRepeated(known.index)) {
      this.#report.countEqual();
      if (this.#options.skipEqual && status === "new") return undefined;
    }
    if (isDone({ status })) {
      this.#report.add({ ...row, outcome: this.#history.outcomeOf(known), action: "skipped" });
    } else if (isUnknown({ status })) {
      if (this.#options.resendUnknown) return this.#pend(known, line, plant);
      const message = "An earlier run sent this plant, and it may exist. It was not sent again.";
      const held: ImportedRow = { ...row, outcome: "unknown", action: "held", reason: "unknown", message };
      if (!this.#options.existing) this.#report.add(held);
      else this.#wait({ ...known, line, plant, resends: 1, fallback: held }, this.#lastAttempt);
    } else {
      const conflict = this.#options.allowChanged ? undefined : await this.#findConflict(known, plant);
      if (!conflict) return this.#pend(known, line, plant);
      const message = describeConflict(conflict);
      this.#report.add({ ...row, outcome: "not-created", action: "held", reason: "changed", message });
    }
    return undefined;
  }

  #pend(
    { index, row }: KnownRow,
    line: number | undefined,
    plant: NewPlant,
    { resends, fallback }: Pick<PendingRow, "resends" | "fallback"> = { resends: 0, fallback: undefined },
  ): PendingRow {
    const id = String(plant.id);
    const earlier = this.#unfinished.get(id)?.finished;
    const { promise, resolve } = Promise.withResolvers<void>();
    // A row with other content waits for all rows with its id.
    const finished = earlier ? earlier.then(() => promise) : promise;
    const finish = () => {
      if (this.#unfinished.get(id) === pending) this.#unfinished.delete(id);
      this.#inFlight -= 1;
      resolve();
      this.#onFinish();
    };
    const pending: PendingRow = { index, row, line, plant, resends, fallback, finished, finish };
    this.#unfinished.set(id, pending);
    this.#inFlight += 1;
    return pending;
  }

  /** Whether a plant with this id, but other content, exists or may exist. */
  async #findConflict({ index }: KnownRow, plant: NewPlant) {
    const { table } = this.#history;
    const earlier = this.#unfinished.get(String(plant.id));
    if (earlier && !table.hasSameContent(earlier.index, index)) await earlier.finished;
    return table.findConflict(index);
  }
}
