/** A stage of the reading that keeps rows back as long as their ids look rounded, so that the run can stop before one is sent. */
import { formatCount, plural } from "../../../src/common/format-count.ts";
import { PlantStoreImportError } from "../import-error.ts";

const DIGITS = 15;
const gapOfDoubles = (id: bigint) => 2 ** (id.toString(2).length - 53);
const gapOfDigits = (id: bigint) => 10 ** (String(id).length - DIGITS);

/** How a tool rounds ids. */
interface Way {
  /** Smaller ids say nothing. */
  from: bigint;
  fits(id: bigint): boolean;
  /** How far the ids that fit are apart, so that one of so many exact ids fits. */
  gapOf(id: bigint): number;
  /** Whether one id must be an odd multiple of the gap: the last bits of some exact ids are 0. */
  needsOdd?: true;
}

const WAYS: Way[] = [
  // JSON.parse, jq 1.6, Go: the shortest digits of a double, such as 1234567890123456800.
  { from: 2n ** 53n, fits: (id) => String(Number(id)) === String(id), gapOf: gapOfDoubles },
  // R, awk, printf: all digits of a double, such as 1234567890123456768.
  { from: 2n ** 53n, fits: (id) => BigInt(Number(id)) === id, gapOf: gapOfDoubles, needsOdd: true },
  // Spreadsheets: zeros after the 15th digit.
  { from: 10n ** 15n, fits: (id) => id % BigInt(gapOfDigits(id)) === 0n, gapOf: gapOfDigits },
];

/** The evidence after an id that does not fit, which may be of another file that was joined. */
const MISFIT_BITS = -25;

/** What the ids so far show about a way. */
class Evidence {
  readonly way: Way;
  /** The last ids that fit. */
  run = 0;
  #bits = 0;
  #hasOdd = false;
  #fits = 0;
  #misfits = 0;
  /** The most that an id can add. Exact ids that have structure fit more often than others. */
  #maxBits = Number.POSITIVE_INFINITY;

  constructor(way: Way) {
    this.way = way;
  }

  /** In bits: that of n bits appears by chance in one of 2^n inputs with exact ids. */
  get bits(): number {
    return this.way.needsOdd && !this.#hasOdd ? 0 : Math.max(this.#bits, 0);
  }

  fits(id: bigint): boolean {
    return id >= this.way.from && this.way.fits(id);
  }

  add(id: bigint): void {
    if (id < this.way.from) return;
    if (!this.way.fits(id)) {
      this.#misfits += 1;
      this.#maxBits = -Math.log2((this.#fits + 0.5) / (this.#fits + this.#misfits + 1));
      [this.run, this.#bits, this.#hasOdd] = [0, MISFIT_BITS, false];
      return;
    }
    const gap = this.way.gapOf(id);
    this.run += 1;
    this.#fits += 1;
    this.#bits += Math.min(Math.log2(gap), this.#maxBits);
    this.#hasOdd ||= (id / BigInt(gap)) % 2n === 1n;
  }
}

/** Stops the run. An input with exact ids has this evidence once in a million times. */
const MAX_BITS = 20;
/** Rows that are sent with so much evidence are worth a look. */
const NOTED_BITS = 7;
const MAX_WAITING = 64;

interface RowWithId {
  readonly key: { readonly id: number | bigint };
  readonly line: number | undefined;
}

const sizeOf = ({ key: { id } }: RowWithId) => (id < 0 ? -BigInt(id) : BigInt(id));

/** Takes the rows that would be sent: what was sent before proves nothing about the rest. Rows with one id keep their order. */
export class IdGuard<Row extends RowWithId> {
  readonly #evidence: Evidence[];
  readonly #onLetGo: (rows: number, firstLine: number | undefined) => void;
  /** The last ids that are in the evidence, so that equal rows count once. */
  readonly #ids = new Set<bigint>();
  #waiting: Row[] = [];
  /** The rows that were let go. */
  #rows = 0;
  #firstLine: number | undefined;

  /** @param onLetGo gets the number of rows that were let go although they look rounded, and the line of the first */
  constructor(exactIds: boolean, onLetGo: (rows: number, firstLine: number | undefined) => void) {
    this.#evidence = exactIds ? [] : WAYS.map((way) => new Evidence(way));
    this.#onLetGo = onLetGo;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /**
   * Returns the rows that can go on.
   *
   * @param own the row, unless it belongs to another shard. Its id counts, too
   * @throws PlantStoreImportError if the ids of the waiting rows are rounded
   */
  pass(row: RowWithId, ...own: Row[]): Row[] {
    const { id } = row.key;
    if (id < 1e15 && id > -1e15) return own; // A number of 15 digits is exact everywhere.
    const size = sizeOf(row);
    const bits = this.#bits;
    if (!this.#ids.delete(size)) for (const evidence of this.#evidence) evidence.add(size);
    this.#ids.add(size);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_WAITING && oldest !== undefined) this.#ids.delete(oldest);
    if (!this.#evidence.some((evidence) => evidence.fits(size)))
      return this.#evidence.some(({ run }) => run > 0) ? own : [...this.letGo(bits), ...own];
    this.#waiting.push(...own);
    if (this.#bits >= MAX_BITS && this.isWaiting) throw this.#error();
    return this.#waiting.length < MAX_WAITING ? [] : this.letGo();
  }

  /** Returns all rows that wait: the input has ended, or is silent. */
  letGo(bits = this.#bits): Row[] {
    const rows = this.#waiting;
    if (rows.length === 0) return rows;
    this.#waiting = [];
    if (this.#rows === 0) this.#firstLine = rows[0]?.line;
    this.#rows += rows.length;
    if (bits >= NOTED_BITS) this.#onLetGo(this.#rows, this.#firstLine);
    return rows;
  }

  /** The way that the ids show most, if any is looked for. */
  get #strongest(): Evidence | undefined {
    return this.#evidence.toSorted((a, b) => b.bits - a.bits)[0];
  }

  get #bits(): number {
    return this.#strongest?.bits ?? 0;
  }

  #error(): PlantStoreImportError {
    const way = this.#strongest as Evidence;
    const row = this.#waiting.find((waiting) => way.fits(sizeOf(waiting))) ?? (this.#waiting[0] as Row);
    const { key, line } = row;
    const where = line === undefined ? "" : ` on line ${line}`;
    const gap = formatCount(way.way.gapOf(sizeOf(row)));
    const facts = `The ids look rounded, such as ${key.id}${where}: its neighbours would be ${gap} away`;
    const cause = "JSON.parse, jq 1.6, R and spreadsheets round ids of 16 digits or more";
    const sent =
      this.#rows === 0
        ? "No row with such an id was"
        : `Up to ${plural(this.#rows, "row")} with such ids had been`;
    const problem = `${facts}. ${cause}. ${sent} sent. Export the ids again with all their digits.`;
    const advice = {
      when: "If they are right, such as multiples of 1,000 or only even ids",
      option: "exactIds",
    };
    return new PlantStoreImportError("input", problem, { line, advice });
  }
}
