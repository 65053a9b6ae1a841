/** Random numbers that depend only on the seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 to 1, without 1 (mulberry32 by Tommy Ettinger). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  boolean(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer from `min` to `max`, inclusive. */
  integer(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** An integer from `min` to `max`, with a uniformly distributed logarithm: 1 to 10 is as likely as 10 to 100. */
  duration(min: number, max: number): number {
    return Math.round(min * (max / min) ** this.next());
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.integer(0, choices.length - 1)] as T;
  }

  /** One of the choices. Its probability is proportional to its weight. */
  pickWeighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
    return this.pick(choices.flatMap(([weight, choice]) => Array<T>(weight).fill(choice)));
  }
}

/** Of the soak, which nobody can repeat: its timing decides which call gets which number. */
export const random = new Random(Math.random() * 2 ** 32);
