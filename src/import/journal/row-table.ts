/** What is known about every row of the journal and of the input, in typed arrays: at most 60 bytes per row. */
import type { RowKey } from "../input/row-key.ts";
import { SlotIndex } from "./hash-index.ts";
import { isUnknown, type RowState, type RowStatus } from "./row-state.ts";

const STATUSES: readonly RowStatus[] = ["new", "sent", "created", "not-created", "unknown"];

/** Fields of a row, each an int32. `STATE` holds attempt, seen flag and status; `HISTORY` holds revision and flags. */
const ID_HIGH = 0;
const ID_LOW = 1;
const HASH_HIGH = 2;
const HASH_LOW = 3;
const OCCURRENCE = 4;
const STATE = 5;
const HISTORY = 6;
const FIELDS = 7;

const STATUS_BITS = 0b0111;
const SEEN_BIT = 0b1000;
const ATTEMPT_SHIFT = 4;

const UNCERTAIN_BIT = 0b01;
const DECIDED_BIT = 0b10;
const REVISION_SHIFT = 2;

/** More rows of one id would only slow the search for conflicts: it needs one. */
const MAX_INDEXED = 16;

/** Rows are kept in chunks, so that growing copies nothing and wastes little. A power of 2. */
const CHUNK_ROWS = 4096;

export class RowTable {
  readonly #chunks: Int32Array[] = [];
  #length = 0;
  readonly #byKey = new SlotIndex((row) => hashOfKey(this.keyOf(row)));
  /** Rows that may exist in the store, or could at some time, by id. */
  readonly #byId = new SlotIndex((row) => hashOfId(this.#get(row, ID_HIGH), this.#get(row, ID_LOW)));

  get length(): number {
    return this.#length;
  }

  /** The number of a row, or -1. */
  find(key: RowKey): number {
    return this.#byKey.find(
      hashOfKey(key),
      (row) =>
        this.#get(row, HASH_LOW) === key.hashLow &&
        this.#get(row, HASH_HIGH) === key.hashHigh &&
        this.#get(row, ID_LOW) === key.idLow &&
        this.#get(row, ID_HIGH) === key.idHigh &&
        this.#get(row, OCCURRENCE) === key.occurrence,
    );
  }

  /** The number of a row, which is added if it is missing. */
  findOrAdd(key: RowKey): number {
    const found = this.find(key);
    if (found !== -1) return found;
    const row = this.#length++;
    if (row % CHUNK_ROWS === 0) this.#chunks.push(new Int32Array(CHUNK_ROWS * FIELDS));
    this.#set(row, ID_HIGH, key.idHigh);
    this.#set(row, ID_LOW, key.idLow);
    this.#set(row, HASH_HIGH, key.hashHigh);
    this.#set(row, HASH_LOW, key.hashLow);
    this.#set(row, OCCURRENCE, key.occurrence);
    this.#byKey.add(row);
    return row;
  }

  /**
   * The next row of the input with this content: its first occurrence that is not seen yet. Marks it as seen.
   *
   * @param key its occurrence is ignored
   */
  see(key: RowKey): number {
    // All occurrences up to a certain one are seen, so a search needs few steps even if there are thousands.
    let seen = 0;
    let unseen = 1;
    while (this.#isSeen({ ...key, occurrence: unseen })) {
      seen = unseen;
      unseen *= 2;
    }
    while (unseen - seen > 1) {
      const middle = (seen + unseen) >>> 1;
      if (this.#isSeen({ ...key, occurrence: middle })) seen = middle;
      else unseen = middle;
    }
    const row = this.findOrAdd({ ...key, occurrence: unseen });
    this.#set(row, STATE, this.#get(row, STATE) | SEEN_BIT);
    return row;
  }

  /** Whether the input contained the row. */
  isSeen(row: number): boolean {
    return (this.#get(row, STATE) & SEEN_BIT) !== 0;
  }

  status(row: number): RowStatus {
    return STATUSES[this.#get(row, STATE) & STATUS_BITS] as RowStatus;
  }

  state(row: number): RowState {
    const history = this.#get(row, HISTORY);
    return {
      status: this.status(row),
      attempt: this.#get(row, STATE) >>> ATTEMPT_SHIFT,
      revision: history >>> REVISION_SHIFT,
      isUncertain: (history & UNCERTAIN_BIT) !== 0,
      isDecided: (history & DECIDED_BIT) !== 0,
    };
  }

  set(row: number, { status, attempt, revision, isUncertain, isDecided }: RowState): void {
    const seen = this.#get(row, STATE) & SEEN_BIT;
    this.#set(row, STATE, (attempt << ATTEMPT_SHIFT) | seen | STATUSES.indexOf(status));
    const flags = (isUncertain ? UNCERTAIN_BIT : 0) | (isDecided ? DECIDED_BIT : 0);
    this.#set(row, HISTORY, (revision << REVISION_SHIFT) | flags);
    if (this.#mayExist(row)) this.#indexId(row);
  }

  /** A row with the same id and other content that may exist in the store, or -1. */
  findConflict(row: number): number {
    return this.#byId.find(
      hashOfId(this.#get(row, ID_HIGH), this.#get(row, ID_LOW)),
      (other) => this.#hasSameId(row, other) && !this.hasSameContent(row, other) && this.#mayExist(other),
    );
  }

  /** Whether two rows of the same id have the same content. */
  hasSameContent(a: number, b: number): boolean {
    return (
      this.#get(a, HASH_LOW) === this.#get(b, HASH_LOW) && this.#get(a, HASH_HIGH) === this.#get(b, HASH_HIGH)
    );
  }

  keyOf(row: number): RowKey {
    return {
      idHigh: this.#get(row, ID_HIGH),
      idLow: this.#get(row, ID_LOW),
      hashHigh: this.#get(row, HASH_HIGH),
      hashLow: this.#get(row, HASH_LOW),
      occurrence: this.#get(row, OCCURRENCE),
    };
  }

  /** Adds a row that may exist to the index of ids, unless there are enough of that id. */
  #indexId(row: number): void {
    let equal = 0;
    let different = 0;
    let obsolete = -1;
    const isIndexed = (other: number) => {
      if (other === row) return true;
      if (!this.#hasSameId(row, other)) return false;
      if (!this.#mayExist(other)) obsolete = other;
      else if (this.hasSameContent(row, other)) equal += 1;
      else different += 1;
      return equal === MAX_INDEXED || different === MAX_INDEXED;
    };
    const hash = hashOfId(this.#get(row, ID_HIGH), this.#get(row, ID_LOW));
    if (this.#byId.find(hash, isIndexed) !== -1) return;
    if (obsolete === -1) this.#byId.add(row);
    else this.#byId.replace(obsolete, row);
  }

  #isSeen(key: RowKey): boolean {
    const row = this.find(key);
    return row !== -1 && this.isSeen(row);
  }

  #mayExist(row: number): boolean {
    const status = this.status(row);
    return status === "created" || isUnknown({ status });
  }

  #hasSameId(a: number, b: number): boolean {
    return this.#get(a, ID_LOW) === this.#get(b, ID_LOW) && this.#get(a, ID_HIGH) === this.#get(b, ID_HIGH);
  }

  #get(row: number, field: number): number {
    return this.#chunks[Math.floor(row / CHUNK_ROWS)]?.[(row % CHUNK_ROWS) * FIELDS + field] as number;
  }

  #set(row: number, field: number, value: number): void {
    (this.#chunks[Math.floor(row / CHUNK_ROWS)] as Int32Array)[(row % CHUNK_ROWS) * FIELDS + field] = value;
  }
}

function hashOfKey({ hashLow, occurrence }: RowKey): number {
  return hashLow ^ Math.imul(occurrence, 0x9e3779b1);
}

function hashOfId(high: number, low: number): number {
  return low ^ Math.imul(high, 0x9e3779b1);
}
