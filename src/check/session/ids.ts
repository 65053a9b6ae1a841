/** The ids of the plants that the checks create. */
import type { CheckSettings } from "./options.ts";
import { Inconclusive } from "./report.ts";

const START = 2n ** 62n;

/** A random integer from 0 to `count - 1`. At most 2^64. */
function randomBelow(count: bigint): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random % count;
}

export class Ids {
  readonly #range: CheckSettings["ids"];
  readonly #used: Set<bigint>;

  constructor({ ids, usedIds }: Pick<CheckSettings, "ids" | "usedIds">) {
    this.#range = ids;
    this.#used = new Set(Array.from(usedIds, BigInt));
  }

  /** An id that was not used before, and by no other run. */
  next(): bigint {
    return this.#choose(() => {
      if (this.#range === undefined) return START + randomBelow(2n ** 52n) * 1024n;
      const { from, to } = this.#range;
      return from + randomBelow(to - from + 1n);
    });
  }

  /** Whether there are ids above 2^53. */
  get hasPairs(): boolean {
    return this.#range === undefined || this.#range.to > 2n ** 53n;
  }

  /** Two unused ids, n and n+1, that are the same number for a service that rounds. */
  nextPair(): [bigint, bigint] {
    if (this.#range === undefined) {
      const first = this.next();
      this.#used.add(first + 1n);
      return [first, first + 1n];
    }
    const { from, to } = this.#range;
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
    return this.#choose(() => 2n ** 63n + randomBelow(2n ** 51n) * 2048n);
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
