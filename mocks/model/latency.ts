/** The delay of every request to an operation. */

/** A time in ms, or a random time between two. */
export type Latency = number | readonly [min: number, max: number];

/**
 * Returns a copy.
 *
 * @param name of the value, for the message
 * @throws TypeError if the value is not a latency
 */
export function validateLatency(value: unknown, name: string): Latency {
  if (isMilliseconds(value)) return value;
  if (Array.isArray(value) && value.length === 2) {
    const [min, max] = value;
    if (isMilliseconds(min) && isMilliseconds(max) && min <= max) return [min, max];
  }
  throw new TypeError(`${name} must be milliseconds from 0 to 2147483647, or [min, max].`);
}

/** A longer timer would fire at once. */
function isMilliseconds(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < 2 ** 31;
}

/** The delay of the next request, ms. */
export function pickLatency(latency: Latency): number {
  if (typeof latency === "number") return latency;
  const [min, max] = latency;
  return min + Math.random() * (max - min);
}
