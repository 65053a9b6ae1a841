/** The outcome of a call that creates something: whether it did. Every failure has one, and retries depend on it. */

/**
 * Whether the failed call created a plant.
 *
 * - `"not-created"`: it did not. Sending the plant again is safe.
 * - `"unknown"`: it may have. Sending the plant again may create a duplicate.
 * - `"created"`: it did, but the response could not be used. Do not send the plant again.
 */
export type PlantStoreOutcome = "not-created" | "unknown" | "created";

/**
 * The outcome of one attempt, after `fetch` was called. 2xx: created. 4xx except 408: not created. Anything else, or no
 * status: unknown.
 */
export function outcomeOfCreation(status = 0): PlantStoreOutcome {
  if (status >= 200 && status < 300) return "created";
  return status >= 400 && status < 500 && status !== 408 ? "not-created" : "unknown";
}
