/** The delay of every request to an operation. */
import { isMilliseconds } from "./read-options.ts";

/** A time in ms, or a random time between two. */
export type Latency = number | readonly [min: number, max: number];

export function isLatency(value: unknown): boolean {
  if (!Array.isArray(value)) return isMilliseconds(value);
  return value.length === 2 && value.every(isMilliseconds) && value[0] <= value[1];
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
