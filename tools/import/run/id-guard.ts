/** Lets rows wait as long as their ids look rounded, so that the run can stop before one of them is sent. */
import { formatCount, plural } from "../../../src/common/format-count.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { ImportProgress } from "./import-options.ts";
import type { ValidRow } from "./read-batches.ts";
import { addId, bitsOf, gapOf, isLarge, looksRounded, NO_EVIDENCE } from "./rounded-ids.ts";

/** Stops the run. An input with exact ids has this evidence once in a million times. */
const MAX_BITS = 20;
/** Rows that are sent with so much evidence are worth a look. */
const NOTED_BITS = 7;
const MAX_WAITING = 64;

export class IdGuard<Row extends Pick<ValidRow, "key" | "line">> {
  readonly #progress: ImportProgress;
  #evidence: typeof NO_EVIDENCE;
  /** The ids that are in the evidence. After so many, only an odd one can add to it. */
  readonly #ids = new Set<string>();
  #waiting: Row[] = [];
  #letGo = { rows: 0, firstLine: undefined as number | undefined };

  /** @param progress gets the rows that were let go although they look rounded */
  constructor(exactIds: boolean, progress: ImportProgress) {
    this.#evidence = exactIds ? [] : NO_EVIDENCE;
    this.#progress = progress;
  }

  /** Whether any row waits, or one with this id. */
  isWaiting(id?: number | bigint): boolean {
    return this.#waiting.some(({ key }) => id === undefined || String(key.id) === String(id));
  }

  /**
   * Returns the rows that need not wait any longer.
   *
   * @param own without the row if it belongs to another shard. Its id counts, too
   * @throws PlantStoreImportError if the ids of the waiting rows are rounded
   */
  add({ key: { id } }: Pick<ValidRow, "key">, ...own: Row[]): Row[] {
    if (this.#evidence.length === 0 || !isLarge(id)) return own;
    const bits = bitsOf(this.#evidence);
    if (!this.#ids.has(`${id}`)) this.#evidence = addId(this.#evidence, id);
    if (this.#ids.size < MAX_WAITING) this.#ids.add(`${id}`);
    if (looksRounded(this.#evidence, id)) {
      this.#waiting.push(...own);
      if (bitsOf(this.#evidence) >= MAX_BITS && this.isWaiting()) throw this.#error();
      return this.#waiting.length < MAX_WAITING ? [] : this.letGo();
    }
    return this.#evidence.some((way) => way.bits > 0) ? own : [...this.letGo(bits), ...own];
  }

  /** Returns all rows that wait. */
  letGo(bits = bitsOf(this.#evidence)): Row[] {
    const rows = this.#waiting;
    if (rows.length === 0) return rows;
    this.#waiting = [];
    const { firstLine = rows[0]?.line } = this.#letGo;
    this.#letGo = { rows: this.#letGo.rows + rows.length, firstLine };
    if (bits >= NOTED_BITS) this.#progress.looksRounded = this.#letGo;
    return rows;
  }

  #error(): PlantStoreImportError {
    const { key, line } = this.#waiting.find((row) => looksRounded(this.#evidence, row.key.id)) as Row;
    const { rows } = this.#letGo;
    const where = line === undefined ? "" : ` on line ${line}`;
    const gap = formatCount(gapOf(this.#evidence, key.id));
    const facts = `The ids look rounded, such as ${key.id}${where}: its neighbours would be ${gap} away`;
    const cause = "JSON.parse, jq 1.6, R and spreadsheets round ids of 16 digits or more";
    const sent =
      rows === 0 ? "No row with such an id was sent" : `${plural(rows, "row")} with such ids had been sent`;
    const problem = `${facts}. ${cause}. ${sent}. Export the ids again with all their digits.`;
    const advice = {
      when: "If they are right, such as multiples of 1,000 or only even ids",
      option: "exactIds",
    };
    return new PlantStoreImportError("input", problem, { line, advice });
  }
}
