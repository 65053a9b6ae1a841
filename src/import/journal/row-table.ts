/** What is known about every row of the journal and of the input, in typed arrays: at most 60 bytes per row. */
import type { RowKey } from "../input/row-key.ts";
import { HashIndex } from "./hash-index.ts";
import { isDone, isUnknown, type RowState, type RowStatus } from "./row-state.ts";

const STATUSES: readonly RowStatus[] = ["new", "sent", "created", "not-created", "unknown", "exists"];

/** Fields of a row, each an int32. */
const ID_HIGH = 0;
const ID_LOW = 1;
const HASH_HIGH = 2;
const HASH_LOW = 3;
/** Attempt, first-occurrence flag and status. */
const STATE = 4;
/** Revision and flags. */
const HISTORY = 5;
/** The row's occurrence. A first occurrence keeps `INPUT_ROWS` there instead. */
const OCCURRENCE = 6;
/** How many rows of the input have this content. This and the next two: only in the content's first occurrence. */
const INPUT_ROWS = 6;
const DONE_OF_CONTENT = 7;
const UNKNOWN_OF_CONTENT = 8;
/** Only in the first row with this id. */
const DONE_OF_ID = 9;
const UNKNOWN_OF_ID = 10;
/** The row's line in the input of this run, or 0. */
const LINE = 11;
const FIELDS = 12;

const STATUS_BITS = 0b0111;
const FIRST_BIT = 0b1000;
const ATTEMPT_SHIFT = 4;

const UNCERTAIN_BIT = 0b01;
const DECIDED_BIT = 0b10;
const REVISION_SHIFT = 2;

/** Rows are kept in chunks, so that growing copies nothing and wastes little. A power of 2. */
const CHUNK_ROWS = 4096;

/** A row is identified by its key, and in this process also by its index. */
export class RowTable {
  readonly #chunks: Int32Array[] = [];
  #length = 0;
  readonly #byKey = new HashIndex((index) => hashOfKey(this.keyOf(index)));
  /** The first row with each id. */
  readonly #byId = new HashIndex((index) => this.#hashOfId(index));

  get length(): number {
    return this.#length;
  }

  /** The index of a row, or -1. */
  find(key: RowKey): number {
    return this.#byKey.find(
      hashOfKey(key),
      (index) =>
        this.#get(index, HASH_LOW) === key.hashLow &&
        this.#get(index, HASH_HIGH) === key.hashHigh &&
        this.#get(index, ID_LOW) === key.idLow &&
        this.#get(index, ID_HIGH) === key.idHigh &&
        this.#occurrence(index) === key.occurrence,
    );
  }

  /** The index of a row. Adds the row if it is missing, and the first occurrence of its content, which has the counts. */
  findOrAdd(key: RowKey): number {
    const found = this.find(key);
    if (found !== -1) return found;
    const isFirst = key.occurrence === 1;
    if (!isFirst) this.findOrAdd({ ...key, occurrence: 1 });
    const index = this.#length++;
    if (index % CHUNK_ROWS === 0) this.#chunks.push(new Int32Array(CHUNK_ROWS * FIELDS));
    this.#set(index, ID_HIGH, key.idHigh);
    this.#set(index, ID_LOW, key.idLow);
    this.#set(index, HASH_HIGH, key.hashHigh);
    this.#set(index, HASH_LOW, key.hashLow);
    if (isFirst) this.#set(index, STATE, FIRST_BIT);
    else this.#set(index, OCCURRENCE, key.occurrence);
    this.#byKey.add(index);
    if (this.#firstOfId(index) === -1) this.#byId.add(index);
    return index;
  }

  /**
   * Counts a row of the input. Returns its index: the first row with its content is occurrence 1, the next one 2.
   *
   * @param key its occurrence is ignored
   */
  addInputRow(key: RowKey): number {
    const first = this.findOrAdd({ ...key, occurrence: 1 });
    this.#add(first, INPUT_ROWS, 1);
    return this.findOrAdd({ ...key, occurrence: this.#get(first, INPUT_ROWS) });
  }

  /** Whether another row with the same content came before. */
  isRepeated(index: number): boolean {
    return !this.#isFirst(index);
  }

  isInInput(index: number): boolean {
    return this.#occurrence(index) <= this.#get(this.#firstOfContent(index), INPUT_ROWS);
  }

  status(index: number): RowStatus {
    return STATUSES[this.#get(index, STATE) & STATUS_BITS] as RowStatus;
  }

  state(index: number): RowState {
    const history = this.#get(index, HISTORY);
    return {
      status: this.status(index),
      attempt: this.#get(index, STATE) >>> ATTEMPT_SHIFT,
      revision: history >>> REVISION_SHIFT,
      isUncertain: (history & UNCERTAIN_BIT) !== 0,
      isDecided: (history & DECIDED_BIT) !== 0,
    };
  }

  set(index: number, { status, attempt, revision, isUncertain, isDecided }: RowState): void {
    this.#count(index, -1);
    const first = this.#get(index, STATE) & FIRST_BIT;
    this.#set(index, STATE, (attempt << ATTEMPT_SHIFT) | first | STATUSES.indexOf(status));
    const flags = (isUncertain ? UNCERTAIN_BIT : 0) | (isDecided ? DECIDED_BIT : 0);
    this.#set(index, HISTORY, (revision << REVISION_SHIFT) | flags);
    this.#count(index, 1);
  }

  /** @param line undefined if the input has no lines */
  setLine(index: number, line: number | undefined): void {
    this.#set(index, LINE, line ?? 0);
  }

  /**
   * Whether a plant with the row's id, but other content, exists or may exist.
   *
   * @returns `line`: the line of that plant, if it is in this input and the first row with this id
   */
  findConflict(index: number): { exists: boolean; line: number | undefined } | undefined {
    const content = this.#firstOfContent(index);
    const id = this.#firstOfId(index);
    const exists = this.#get(id, DONE_OF_ID) > this.#get(content, DONE_OF_CONTENT);
    if (!exists && this.#get(id, UNKNOWN_OF_ID) <= this.#get(content, UNKNOWN_OF_CONTENT)) return undefined;
    const first = { status: this.status(id) };
    const isFirst = !this.hasSameContent(id, index) && (exists ? isDone(first) : isUnknown(first));
    return { exists, line: (isFirst && this.#get(id, LINE)) || undefined };
  }

  /** Whether another row with the row's id has created its plant, or may have. The row itself exists. */
  sharesId(index: number): boolean {
    const id = this.#firstOfId(index);
    return this.#get(id, DONE_OF_ID) + this.#get(id, UNKNOWN_OF_ID) > 1;
  }

  /** Whether two rows of the same id have the same content. */
  hasSameContent(a: number, b: number): boolean {
    return this.#firstOfContent(a) === this.#firstOfContent(b);
  }

  keyOf(index: number): RowKey {
    return {
      idHigh: this.#get(index, ID_HIGH),
      idLow: this.#get(index, ID_LOW),
      hashHigh: this.#get(index, HASH_HIGH),
      hashLow: this.#get(index, HASH_LOW),
      occurrence: this.#occurrence(index),
    };
  }

  /** Adds a row to the counts of its content and its id, or removes it. */
  #count(index: number, change: 1 | -1): void {
    const status = this.status(index);
    const done = isDone({ status });
    if (!done && !isUnknown({ status })) return;
    this.#add(this.#firstOfContent(index), done ? DONE_OF_CONTENT : UNKNOWN_OF_CONTENT, change);
    this.#add(this.#firstOfId(index), done ? DONE_OF_ID : UNKNOWN_OF_ID, change);
  }

  #isFirst(index: number): boolean {
    return (this.#get(index, STATE) & FIRST_BIT) !== 0;
  }

  #occurrence(index: number): number {
    return this.#isFirst(index) ? 1 : this.#get(index, OCCURRENCE);
  }

  #firstOfContent(index: number): number {
    return this.#isFirst(index) ? index : this.find({ ...this.keyOf(index), occurrence: 1 });
  }

  /** The first row with the id of this one, or -1. */
  #firstOfId(index: number): number {
    return this.#byId.find(
      this.#hashOfId(index),
      (other) =>
        this.#get(other, ID_LOW) === this.#get(index, ID_LOW) &&
        this.#get(other, ID_HIGH) === this.#get(index, ID_HIGH),
    );
  }

  #hashOfId(index: number): number {
    return combine(this.#get(index, ID_LOW), this.#get(index, ID_HIGH));
  }

  #get(index: number, field: number): number {
    return this.#chunks[Math.floor(index / CHUNK_ROWS)]?.[(index % CHUNK_ROWS) * FIELDS + field] as number;
  }

  #set(index: number, field: number, value: number): void {
    (this.#chunks[Math.floor(index / CHUNK_ROWS)] as Int32Array)[(index % CHUNK_ROWS) * FIELDS + field] =
      value;
  }

  #add(index: number, field: number, change: number): void {
    this.#set(index, field, this.#get(index, field) + change);
  }
}

function hashOfKey({ hashLow, occurrence }: RowKey): number {
  return combine(hashLow, occurrence);
}

function combine(a: number, b: number): number {
  return a ^ Math.imul(b, 0x9e3779b1);
}
