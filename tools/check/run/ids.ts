/** The ids of the plants that the checks create. */
import type { CheckSettings } from "./check-options.ts";
import { Inconclusive, Skip } from "./early-finding.ts";
import { randomBelow } from "./random.ts";

const START = 2n ** 62n;
const INT64_END = 2n ** 63n;

/** From here up, a double has no odd integers. */
const EXACT_END = 2n ** 53n;

/** From here up, a double has no quarters. */
const QUARTERS_END = 2n ** 50n;

/** The largest ids. A double rounds them to 2^63. */
export const LARGEST = { from: INT64_END - 512n, to: INT64_END - 1n };

/** The largest ids that are exact in a double, and ids right above them. */
export const EXACT = { from: EXACT_END / 2n, to: EXACT_END - 1n };
export const ABOVE_EXACT = { from: EXACT_END, to: EXACT_END + 2n ** 40n };

type IdRange = NonNullable<CheckSettings["ids"]>;

export class Ids {
  /** The range in use. */
  range: IdRange | undefined;
  /** The operator's. */
  readonly #given: IdRange | undefined;
  readonly #used: Set<bigint>;

  constructor({ ids, usedIds }: Pick<CheckSettings, "ids" | "usedIds">) {
    this.range = ids;
    this.#given = ids;
    this.#used = new Set(usedIds);
  }

  /** An id that was not used before, and by no other run. */
  next(): bigint {
    if (this.range) return this.nextWithin(this.range, this.range);
    return this.#choose(() => START + randomBelow(2n ** 52n) * 1024n);
  }

  /** An id that doubles keep together with its fraction. */
  nextBelowFraction(): bigint {
    const from = this.#given?.from ?? QUARTERS_END / 2n;
    return this.nextWithin({ from, to: QUARTERS_END - 1n }, this.#given);
  }

  /** Two unused ids, n and n+1, that are the same number for a service that rounds. */
  nextPair(): [bigint, bigint] {
    if (this.range === undefined) {
      const first = this.next();
      this.#used.add(first + 1n);
      return [first, first + 1n];
    }
    const { from, to } = this.range;
    if (to <= EXACT_END) throw new Skip("needs two ids above 2^53, which the range of ids does not have");
    // A double keeps multiples of 4 from 2^53 up, and rounds the number after one to it.
    const start = this.#given ? EXACT_END : EXACT_END + randomBelow((to - EXACT_END) / 4n) * 4n;
    const lowest = from > EXACT_END ? ((from + 3n) / 4n) * 4n : start;
    for (let id = lowest; id < to; id += 4n) {
      if (this.#used.has(id) || this.#used.has(id + 1n)) continue;
      this.#used.add(id).add(id + 1n);
      return [id, id + 1n];
    }
    throw new Inconclusive("the range of ids has no two unused ids above 2^53 left");
  }

  /** An id that is not an int64. */
  nextBeyondInt64(): bigint {
    return this.#choose(() => INT64_END + randomBelow(2n ** 51n) * 2048n);
  }

  /** A shell's expression for an id like this one that changes with `$t`, the time in seconds. */
  inShell(id: bigint): string {
    // A shell calculates with int64.
    if (id >= INT64_END) return `${String(id).slice(0, -10)}$t`;
    const range = this.range ?? (id >= LARGEST.from ? LARGEST : undefined);
    if (range === undefined || id < range.from) return `$((${id} + t * 1024))`;
    // A double keeps multiples of 4: a pair of ids stays one.
    return `$((${range.from} + (${id - range.from} + t * 4) % ${range.to - range.from + 1n}))`;
  }

  /** One of these ids that is also within the range. @throws Skip if there is none */
  nextWithin({ from, to }: IdRange, within: IdRange | undefined): bigint {
    const lowest = within && within.from > from ? within.from : from;
    const highest = within && within.to < to ? within.to : to;
    if (lowest > highest)
      throw new Skip(`needs an id from ${from} to ${to}, which the range of ids does not have`);
    return this.#choose(() => lowest + randomBelow(highest - lowest + 1n));
  }

  #choose(random: () => bigint): bigint {
    for (let tries = 0; tries < 1000; tries++) {
      const id = random();
      if (this.#used.has(id)) continue;
      this.#used.add(id);
      return id;
    }
    throw new Inconclusive("the range of ids has no unused id left");
  }
}
