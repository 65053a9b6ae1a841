/** The ids of the plants that the checks create. */
import type { CheckSettings } from "./check-options.ts";
import { randomBelow } from "./random.ts";
import { Inconclusive, Skip } from "./stop.ts";

const START = 2n ** 62n;
const INT64_END = 2n ** 63n;

/** From here up, a double has no quarters. */
const QUARTERS_END = 2n ** 50n;

/** A double rounds the integers from here up to 2^63. */
const LARGEST_START = INT64_END - 512n;

export class Ids {
  readonly #range: CheckSettings["ids"];
  readonly #used: Set<bigint>;

  constructor({ ids, usedIds }: Pick<CheckSettings, "ids" | "usedIds">) {
    this.#range = ids;
    this.#used = new Set(Array.from(usedIds, BigInt));
  }

  /** An id that was not used before, and by no other run. */
  next(): bigint {
    if (this.#range) return this.#nextWithin(this.#range.from, this.#range.to);
    return this.#choose(() => START + randomBelow(2n ** 52n) * 1024n);
  }

  /** An id that doubles keep together with its fraction. */
  nextBelowFraction(): bigint {
    return this.#nextWithin(this.#range?.from ?? QUARTERS_END / 2n, QUARTERS_END - 1n);
  }

  /** One of the largest ids. */
  nextLargest(): bigint {
    return this.#nextWithin(LARGEST_START, INT64_END - 1n);
  }

  /** Two unused ids, n and n+1, that are the same number for a service that rounds. */
  nextPair(): [bigint, bigint] {
    if (this.#range === undefined) {
      const first = this.next();
      this.#used.add(first + 1n);
      return [first, first + 1n];
    }
    const { from, to } = this.#range;
    if (to <= 2n ** 53n) throw new Skip("needs two ids above 2^53, which the range of ids does not have");
    // A double keeps multiples of 4 from 2^53 up, and rounds the number after one to it.
    const lowest = from > 2n ** 53n ? ((from + 3n) / 4n) * 4n : 2n ** 53n;
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
    const isLargest = id >= LARGEST_START && { from: LARGEST_START, to: INT64_END - 1n };
    const range = this.#range ?? (isLargest || undefined);
    if (range === undefined) return `$((${id} + t * 1024))`;
    // A double keeps multiples of 4: a pair of ids stays one.
    return `$((${range.from} + (${id - range.from} + t * 4) % ${range.to - range.from + 1n}))`;
  }

  /** @throws Skip if the range has no id from `lowest` to `highest` */
  #nextWithin(lowest: bigint, highest: bigint): bigint {
    const range = this.#range ?? { from: lowest, to: highest };
    const from = range.from > lowest ? range.from : lowest;
    const to = range.to < highest ? range.to : highest;
    if (from > to)
      throw new Skip(`needs an id from ${lowest} to ${highest}, which the range of ids does not have`);
    return this.#choose(() => from + randomBelow(to - from + 1n));
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
