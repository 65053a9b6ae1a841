/** Random faults that can be repeated: the seed and the number of a request decide. */
import type { Fault } from "../model/fault.ts";

/** Random faults, after validation. */
export interface Chaos {
  rate: number;
  faults: readonly Fault[];
  seed: number;
}

/**
 * Decides whether a request gets a random fault, and which.
 *
 * @param index number of the request
 */
export function chooseChaosFault({ rate, faults, seed }: Chaos, index: number): Fault | undefined {
  const draw = hash(hash(seed) ^ index);
  if (draw / 2 ** 32 >= rate) return undefined;
  return faults[hash(draw) % faults.length];
}

/** A hash of 32 bits with good mixing (the finalizer of MurmurHash3 by Austin Appleby). */
function hash(value: number): number {
  let mixed = (value + 0x9e3779b9) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
