/** The ids, names and tags of the plants that the checks create. */
import { quoteForShell } from "../../../src/common/quote-for-shell.ts";
import type { CheckSettings } from "./check-options.ts";
import { inconclusive, skipped } from "./report.ts";

/** Ids from one to another, both included. @param step between two of them, by default 1 */
interface IdRange {
  from: bigint;
  to: bigint;
  step?: bigint;
}

const INT64_END = 2n ** 63n;

/** From here up, a double has no odd integers. */
const EXACT_END = 2n ** 53n;

/** Each is exact in a double, so that a service that rounds does not confuse the plants of different checks. */
const LARGE: IdRange = { from: 2n ** 62n, to: INT64_END - 1024n, step: 1024n };

/** Ids with a special meaning. */
export const IDS = {
  /** A double rounds them to 2^63, which is no int64. */
  largest: { from: INT64_END - 512n, to: INT64_END - 1n },
  /** The largest that are exact in a double, and those right above them. */
  exact: { from: EXACT_END / 2n, to: EXACT_END - 1n },
  aboveExact: { from: EXACT_END, to: EXACT_END + 2n ** 40n },
  /** The largest that a double keeps together with a quarter. */
  withQuarter: { from: 2n ** 49n, to: 2n ** 50n - 1n },
  /** No int64. */
  overflow: { from: INT64_END, to: 2n ** 64n - 2048n, step: 2048n },
} satisfies Record<string, IdRange>;

/** A random integer from 0 to `count - 1`. At most 2^64. */
export function randomBelow(count: bigint): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random % count;
}

export class FreshIds {
  /** The range in use, if it is not {@link LARGE}: the operator's, or one of smaller ids. */
  range: IdRange | undefined;
  readonly #used: Set<bigint>;
  /** What a service that rounds takes them for. */
  readonly #usedDoubles: Set<number>;
  /** From which range an id is. */
  readonly #ranges = new Map<bigint, IdRange>();

  constructor({ ids, usedIds }: Pick<CheckSettings, "ids" | "usedIds">) {
    this.range = ids;
    this.#used = new Set(usedIds);
    this.#usedDoubles = new Set(Array.from(this.#used, Number));
  }

  /**
   * An id that was not used before, and by no other run.
   *
   * @param limit the id is also in this range, by default the one in use
   * @throws EarlyFinding if there is none
   */
  next(wanted?: IdRange, limit: IdRange | null = this.range ?? null): bigint {
    if (!wanted || !limit) return this.#choose(wanted ?? limit ?? LARGE);
    const from = limit.from > wanted.from ? limit.from : wanted.from;
    const to = limit.to < wanted.to ? limit.to : wanted.to;
    if (from <= to) return this.#choose({ from, to });
    const text = `needs an id from ${wanted.from} to ${wanted.to}`;
    throw skipped(`${text}, which the range of ids does not have`);
  }

  /** Two unused ids, n and n+1, that are the same number for a service that rounds. @throws EarlyFinding if there are none */
  nextPair(): [bigint, bigint] {
    const { from, to } = this.range ?? LARGE;
    if (to <= EXACT_END) throw skipped("needs two ids above 2^53, which the range of ids does not have");
    // A double keeps multiples of 1024, or of 4 right above 2^53, and rounds the number after one to it.
    const step = to - from < 2n ** 15n ? 4n : 1024n;
    const lowest = ((from > EXACT_END ? from + step - 1n : EXACT_END) / step) * step;
    const first = this.#choose({ from: lowest, to: to - 1n, step }, [0n, 1n]);
    return [first, first + 1n];
  }

  /** Quotes a body for a shell, with another id and name in every second `$t`: those that were sent exist. */
  quoteFresh(body: string, id: bigint | undefined): string {
    // The last six digits of the time replace as many letters of a name, whose first letter can be an escape, or the time
    // replaces a number.
    const quoted = quoteForShell(body)
      .replace(new RegExp(`(${PREFIX.slice(1)}\\w{2})\\w{6}`), `$1'\${t#????}'`)
      .replace(/("name":)\d+/, "$1'$t'");
    return id === undefined ? quoted : quoted.replaceAll(String(id), `'${this.#inShell(id)}'`);
  }

  #inShell(id: bigint): string {
    // A shell calculates with int64.
    if (id >= INT64_END) return `${String(id).slice(0, -10)}$t`;
    const range = this.#ranges.get(id);
    if (range === undefined) return `${id}`;
    const { from, step = 1n } = range;
    const time = step === 1n ? "t" : `t * ${step}`;
    return `$((${from} + (${id - from} + ${time}) % ${count(range) * step}))`;
  }

  /** @param offsets of the ids that must be unused */
  #choose(range: IdRange, offsets = [0n]): bigint {
    const { from, to, step = 1n } = range;
    for (let tries = 0; tries < 1000 && from <= to; tries++) {
      const first = from + randomBelow(count(range)) * step;
      const ids = offsets.map((offset) => first + offset);
      if (ids.some((id) => this.#used.has(id))) continue;
      // A service that rounds would take the plants of two checks for one. A small range may have no other ids.
      if (tries < 500 && ids.some((id) => this.#usedDoubles.has(Number(id)))) continue;
      for (const id of ids) {
        this.#used.add(id);
        this.#usedDoubles.add(Number(id));
        this.#ranges.set(id, range);
      }
      return first;
    }
    throw inconclusive("the range of ids has no unused id left");
  }
}

const count = ({ from, to, step = 1n }: IdRange) => (to - from) / step + 1n;

/** Begins the names, so that one command can find them. */
export const PREFIX = "plant-store-sdk check ";

const CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

export class FreshTexts {
  readonly #used = new Set<string>();
  /** Those that a plant may have. */
  readonly #taken = new Set<string>();

  /** A text that was not returned before, if there is one. @param length characters, of one byte each */
  next(length: number): string {
    const prefix = length >= PREFIX.length + 4 ? PREFIX : "";
    const choose = () => CHARACTERS[Number(randomBelow(BigInt(CHARACTERS.length)))];
    for (let tries = 0; ; tries++) {
      const text = prefix + Array.from({ length: length - prefix.length }, choose).join("");
      if (this.#used.has(text) && tries < 1000) continue;
      this.#used.add(text);
      return text;
    }
  }

  /** Notes whether the plant with this text does not exist. Then the text can be returned again: there are few short ones. */
  note(text: string, isFree: boolean): void {
    if (!isFree) this.#taken.add(text);
    else if (!this.#taken.has(text)) this.#used.delete(text);
  }
}
