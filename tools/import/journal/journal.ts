/** The journal of an import: a SQLite file with every row that was sent, and what is known about it. */
import { resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { ignoreRejection } from "../../../src/common/ignore-rejection.ts";
import { isObject } from "../../../src/common/read-options.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { VERSION } from "../../../src/version.ts";
import { PlantStoreImportError } from "../import-error.ts";
import { identifyFile, openJournals } from "../input/file-identity.ts";
import type { RowKey } from "../input/row-key.ts";
import type { Shard } from "../input/shard.ts";
import { isFromSqlite, toJournalError } from "./journal-error.ts";
import {
  COUNT_NAMES,
  type DoneRow,
  execute,
  type JournalCounts,
  type JournalRow,
  type KnownRow,
  prepareStatements,
  type RowKind,
  type RowOutcome,
  readCounts,
  toColumns,
  toJournalRow,
} from "./journal-rows.ts";

/** The memory of an import, from `openJournal`. */
export interface ImportJournal {
  /** Its file, or `":memory:"`. */
  readonly path: string;
  /** The base URL of the store that it belongs to. An import into another one fails. */
  readonly baseUrl: string;
  /** The part of the input that it is for. An import with it leaves out all other rows. Undefined for the whole input. */
  readonly shard: Shard | undefined;
  /** Counts its rows, which are all that were ever sent. */
  count(): JournalCounts;
  /** Lists the rows that may exist in the store, in the order of their first attempts. */
  unknownRows(): Iterable<JournalRow>;
  /** Waits for what was recorded, and lets other processes use the file. */
  close(): Promise<void>;
}

/** Recognizes a journal that another build of this version opened, ESM or CommonJS, which has a class of its own. */
const BRAND = Symbol.for(`plant-store-sdk.journal.${VERSION}`);

export const isJournal = (value: unknown): value is Journal => isObject(value) && BRAND in value;

/** A commit waits for the disk, and while the loop turns a few times, more responses arrive that can share it. */
const TURNS_PER_COMMIT = 3;

export class Journal implements ImportJournal {
  readonly [BRAND] = true;
  readonly path: string;
  readonly baseUrl: string;
  readonly shard: Shard | undefined;
  /** Whether an import uses it. */
  isInUse = false;

  readonly #db: DatabaseSync;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** Its path, also after the process has changed its folder. */
  readonly #absolutePath: string;
  readonly #file: string;
  readonly #isDryRun: boolean;
  #counts: JournalCounts;
  /** Resolves when the changes of these turns of the event loop are durable. */
  #commit: PromiseWithResolvers<void> | undefined;
  #failure: PlantStoreImportError | undefined;
  #closing: Promise<void> | undefined;

  /**
   * @param path as the user wrote it, for messages
   * @param isDryRun whether all changes are part of the transaction that was begun, and rolled back at the end
   */
  constructor(
    db: DatabaseSync,
    path: string,
    { baseUrl, shard }: Pick<ImportJournal, "baseUrl" | "shard">,
    counts: JournalCounts,
    isDryRun = false,
  ) {
    this.#isDryRun = isDryRun;
    this.#db = db;
    this.path = path;
    this.baseUrl = baseUrl;
    this.shard = shard;
    this.#absolutePath = resolve(path);
    this.#file = path === ":memory:" ? "" : `${identifyFile(path)}`;
    this.#statements = prepareStatements(db);
    this.#counts = counts;
    if (this.#file !== "") openJournals.set(this.#file, new WeakRef(db));
  }

  count(): JournalCounts {
    return { ...this.#counts };
  }

  find({ id, hash }: RowKey): KnownRow | undefined {
    const found = this.#statements.find.get(id, hash);
    if (!found) return undefined;
    const [number, outcome, version, attempt, line, time, reason, received] = Object.values(found);
    return { number, outcome, version, attempt, line, time, reason, received } as KnownRow;
  }

  /** Finds those of many rows that are done, each at its index. This takes a third of the time. */
  findDone(keys: readonly (RowKey | undefined)[]): (DoneRow | undefined)[] {
    const found: DoneRow[] = [];
    if (this.#counts.created + this.#counts.exists === 0) return found;
    const list = keys.map((key) => (key ? `"${key.hash}${key.id}"` : "null"));
    for (const row of this.#statements.done.all(`[${list}]`)) {
      // Cast, because a row is an array, or in Node 22.13 an object.
      const [index, number, outcome] = Object.values(row) as unknown as [number, number, DoneRow["outcome"]];
      found[index] = { number, outcome };
    }
    return found;
  }

  /** A row with this id, but other content, that exists or may exist. */
  findConflict({ id, hash }: RowKey) {
    const found = this.#statements.conflict.get(id, hash);
    return found as { rowid: number; outcome: RowOutcome; line: number | null; name: string } | undefined;
  }

  forgetHeld(): void {
    this.#statements.forgetHeld.run();
  }

  /** Remembers that the input has a row that is held. Returns whether it is new. On disk: there may be many. */
  hold(row: string): boolean {
    return this.#statements.hold.run(row).changes === 1;
  }

  /** Records that a row is about to be sent. Resolves when the record is durable. */
  async recordIntent(
    { id, hash }: RowKey,
    plant: NewPlant,
    line: number | null = null,
    known?: KnownRow,
  ): Promise<KnownRow> {
    const time = new Date().toISOString();
    let number = known?.number;
    await this.#change(() => {
      const { insert, intend } = this.#statements;
      if (number !== undefined) intend.run(line, time, number);
      else number = Number(insert.run(id, hash, line, time, ...toColumns(plant)).lastInsertRowid);
      this.#move(known?.outcome, "unknown");
    });
    const [version, attempt] = [(known?.version ?? 0) + 1, (known?.attempt ?? 0) + 1];
    const state = { outcome: "unknown", version, attempt, line, time, reason: null, received: null } as const;
    return { number: number as number, ...state };
  }

  /** Takes back an intent that was not followed by a request. @param before what was known before */
  takeBack({ number }: KnownRow, before: KnownRow | undefined): Promise<void> {
    return this.#change(() => {
      const { remove, restore } = this.#statements;
      if (before) {
        const { outcome, version, attempt, line, time, reason, received } = before;
        restore.run(outcome, version, attempt, line, time, reason, received, number);
      } else remove.run(number);
      this.#move("unknown", before?.outcome);
    });
  }

  /**
   * Records the outcome of the last attempt. Resolves when the record is durable.
   *
   * @param received the other name that the response showed
   */
  recordOutcome(row: KnownRow, outcome: RowOutcome, reason?: string, received?: string): Promise<void> {
    return this.#change(() => {
      const end = { reason: reason ?? null, received: received ?? null };
      this.#statements.end.run(outcome, end.reason, end.received, row.number);
      this.#move(row.outcome, outcome);
      Object.assign(row, { outcome, ...end });
    });
  }

  /** Records on which line of this input a row is. That it cannot be recorded is noticed at the next intent. */
  recordLine({ number }: KnownRow, line: number): void {
    ignoreRejection(this.#change(() => this.#statements.move.run(line, number)));
  }

  /** Records what the operator found out. Call it only within {@link Journal.atOnce}. */
  decide(row: KnownRow, outcome: RowOutcome): void {
    this.#statements.decide.run(outcome, row.number);
    this.#move(row.outcome, outcome);
  }

  /** The number of rows of a kind. @param most so many are counted */
  countRows(kind: RowKind, most = -1): number {
    return (this.#statements.count[kind].get(most) as { rows: number }).rows;
  }

  /** Makes all changes of a function durable, or none if it throws. */
  async atOnce<T>(change: () => Promise<T>): Promise<T> {
    try {
      this.#transaction("BEGIN");
      const result = await change();
      this.#transaction("COMMIT");
      this.#checkFile();
      return result;
    } catch (error) {
      this.#rollBack();
      // The function may read a file, or call the user's code.
      throw isFromSqlite(error) ? toJournalError(this.path, error) : error;
    }
  }

  *unknownRows(): Generator<JournalRow, void, undefined> {
    for (const row of this.#statements.unknown.iterate()) yield toJournalRow(row);
  }

  /** Numbers of unknown rows in their order, at most 256. @param after the number before them */
  unknownNumbers(after: number): number[] {
    return this.#statements.unknownNumbers.all(after).map(({ number }) => number as number);
  }

  /** All that the journal says about the row of a number. */
  readNumber(number: number): JournalRow {
    return toJournalRow(this.#statements.readNumber.get(number) as Record<string, unknown>);
  }

  /** All that the journal says about a row. */
  read({ id, hash }: RowKey): JournalRow | undefined {
    const row = this.#statements.read.get(id, hash);
    return row && toJournalRow(row);
  }

  /** The keys of the rows that exist or may exist, in the order of their ids and hashes. */
  *keys(): Generator<RowKey, void, undefined> {
    for (const { id, hash } of this.#statements.keys.iterate())
      yield { id: BigInt(`${id}`), hash: `${hash}` };
  }

  /** When the last unknown row was sent, ms since 1970. 0 without unknown rows. */
  lastUnknownTime(): number {
    if (this.#counts.unknown === 0) return 0; // Without a look at each row.
    const { time } = this.#statements.lastUnknown.get() as { time: string | null };
    return (time !== null && Date.parse(time)) || 0;
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    try {
      if (this.#commit) await this.#commit.promise;
      if (!this.#failure && !this.#isDryRun) execute(this.#db, CLOSE);
    } catch (error) {
      throw this.#failure ?? toJournalError(this.path, error);
    } finally {
      this.#db.close();
      openJournals.delete(this.#file);
    }
  }

  /** Takes part in the current transaction, which has the changes of all workers. */
  #change(change: () => void): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    try {
      if (!this.#commit) {
        this.#transaction("BEGIN");
        this.#commit = Promise.withResolvers();
        this.#commit.promise.catch(() => {}); // Each change rejects, too.
        setImmediate(() => this.#endTurn(this.path === ":memory:" ? 1 : TURNS_PER_COMMIT));
      }
      change();
      return this.#commit.promise;
    } catch (error) {
      this.#fail(error);
      return Promise.reject(this.#failure);
    }
  }

  #endTurn(turnsLeft: number): void {
    if (turnsLeft > 1) return void setImmediate(() => this.#endTurn(turnsLeft - 1));
    const commit = this.#commit;
    if (!commit) return; // It has failed.
    try {
      this.#transaction("COMMIT");
      this.#checkFile();
      this.#commit = undefined;
      commit.resolve();
    } catch (error) {
      this.#fail(error);
    }
  }

  #transaction(command: "BEGIN" | "COMMIT"): void {
    if (!this.#isDryRun) execute(this.#db, command);
  }

  /** What was not committed is not in the file, so nothing may be recorded after it. */
  #fail(error: unknown): void {
    this.#failure = toJournalError(this.path, error);
    this.#commit?.reject(this.#failure);
    this.#commit = undefined;
    this.#rollBack();
  }

  #rollBack(): void {
    if (this.#isDryRun) return;
    try {
      execute(this.#db, "ROLLBACK");
    } catch {} // SQLite has rolled back already, such as when the disk is full.
    try {
      this.#counts = readCounts(this.#db) ?? this.#counts;
    } catch {} // The file cannot be read, and nothing more is recorded.
  }

  /** A journal that was deleted or replaced while it is in use would forget every row from now on. */
  #checkFile(): void {
    if (this.path === ":memory:" || identifyFile(this.#absolutePath) === this.#file) return;
    const problem = `The journal ${this.path} was deleted or replaced while the import used it`;
    const advice = "A new run with another journal would send every row again. Restore the file";
    throw new PlantStoreImportError("journal", `${problem}. ${advice}.`);
  }

  #move(from: RowOutcome | undefined, to: RowOutcome | undefined): void {
    if (from !== undefined) this.#counts[COUNT_NAMES[from]] -= 1;
    if (to !== undefined) this.#counts[COUNT_NAMES[to]] += 1;
  }
}

/** In the mode DELETE, SQLite removes its own file beside the journal. Without it and `open`, the journal may be moved alone. */
const CLOSE = "DELETE FROM meta WHERE key = 'open'; PRAGMA journal_mode = DELETE";
