/**
 * Distributes integers evenly over 32 bits, even consecutive ones (the finalizer of MurmurHash3 by Austin Appleby).
 *
 * Never change what it returns: it decides to which shard of an import a plant belongs.
 */
export function mixBits(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
