/** The delay of every request to an operation. */
import { OptionError } from "./option-error.ts";

/** A time in ms, or a random time between two. */
export type Latency = number | readonly [min: number, max: number];

/**
 * Returns a copy.
 *
 * @param caller for the message
 * @throws OptionError if the value is not a latency
 */
export function validateLatency(value: unknown, caller: string): Latency {
  if (isMilliseconds(value)) return value;
  if (Array.isArray(value) && value.length === 2) {
    const [min, max] = value;
    if (isMilliseconds(min) && isMilliseconds(max) && min <= max) return [min, max];
  }
  throw new OptionError(caller, "latency", "must be milliseconds from 0 to 2147483647, or [min, max]");
}

/** A longer timer would fire at once. */
function isMilliseconds(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value < 2 ** 31;
}

/**
 * The delay of a request, ms.
 *
 * @param random returns a number from 0 to 1
 */
export function pickLatency(latency: Latency, random: () => number): number {
  if (typeof latency === "number") return latency;
  const [min, max] = latency;
  return min + random() * (max - min);
}
