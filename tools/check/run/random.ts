/** A random integer from 0 to `count - 1`. At most 2^64. */
export function randomBelow(count: bigint): bigint {
  const [random = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return random % count;
}
