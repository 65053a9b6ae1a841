/** Lets rows wait as long as their ids look rounded, so that the run can stop before one of them is sent. */
import { formatCount, plural } from "../../../src/common/format-count.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { RowKey } from "../input/row-key.ts";
import type { ImportProgress } from "./imported-row.ts";
import { addId, bitsOf, type Evidence, gapOf, isLarge, looksRounded, NO_EVIDENCE } from "./rounded-ids.ts";

/** An input with exact ids has this evidence once in a million times. */
const MAX_BITS = 20;

/** Rows that are sent with so much evidence are worth a look. */
const NOTED_BITS = 7;

const MAX_WAITING = 64;

interface Row {
  readonly key: RowKey;
  readonly line: number | undefined;
}

export class IdGuard<GuardedRow extends Row> {
  #evidence: Evidence;
  /** The ids that are in the evidence. After so many, only an odd one can add to it. */
  readonly #ids = new Set<string>();
  #waiting: GuardedRow[] = [];
  readonly #letGo = { rows: 0, firstLine: undefined as number | undefined };
  readonly #onNote: (looksRounded: ImportProgress["looksRounded"]) => void;

  /** @param onNote gets the rows that were let go although they look rounded */
  constructor(exactIds: boolean, onNote: (looksRounded: ImportProgress["looksRounded"]) => void) {
    this.#evidence = exactIds ? [] : NO_EVIDENCE;
    this.#onNote = onNote;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  waitsFor({ id }: RowKey): boolean {
    return this.#waiting.some(({ key }) => String(key.id) === String(id));
  }

  /**
   * Returns the rows that need not wait any longer.
   *
   * @param row undefined for a row of another shard, whose id counts, too
   * @throws PlantStoreImportError if the ids of the waiting rows are rounded
   */
  add({ id }: RowKey, row?: GuardedRow): GuardedRow[] {
    const own = row ? [row] : [];
    if (this.#evidence.length === 0 || !isLarge(id)) return own;
    const bits = bitsOf(this.#evidence);
    const text = String(id);
    if (!this.#ids.has(text)) this.#evidence = addId(this.#evidence, id);
    if (this.#ids.size < MAX_WAITING) this.#ids.add(text);
    if (looksRounded(this.#evidence, id)) {
      this.#waiting.push(...own);
      if (bitsOf(this.#evidence) >= MAX_BITS && this.isWaiting) throw this.#error();
      return this.#waiting.length < MAX_WAITING ? [] : this.letGo();
    }
    const isBroken = this.#evidence.every((way) => way.bits === 0);
    return isBroken ? [...this.letGo(bits), ...own] : own;
  }

  /** Returns all rows that wait. */
  letGo(bits = bitsOf(this.#evidence)): GuardedRow[] {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#letGo.rows += rows.length;
    this.#letGo.firstLine ??= rows[0]?.line;
    if (rows.length > 0 && bits >= NOTED_BITS) this.#onNote({ ...this.#letGo });
    return rows;
  }

  #error(): PlantStoreImportError {
    const [first] = this.#waiting as [GuardedRow];
    const { id } = first.key;
    const { rows } = this.#letGo;
    const where = first.line === undefined ? "" : ` on line ${first.line}`;
    const gap = formatCount(gapOf(this.#evidence, id));
    const facts = `The ids look rounded, such as ${id}${where}: its neighbours would be ${gap} away`;
    const cause = "JSON.parse, jq 1.6, R and spreadsheets round ids of 16 digits or more";
    const sent =
      rows === 0 ? "No row with such an id was sent" : `${plural(rows, "row")} with such ids had been sent`;
    const problem = `${facts}. ${cause}. ${sent}. Export the ids again with all their digits.`;
    const when = "If they are right, such as multiples of 1,000 or only even ids";
    return new PlantStoreImportError("input", problem, {
      line: first.line,
      advice: { when, option: "exactIds" },
    });
  }
}
