/** What the result of a request says about the store, and so about the rows that follow. */
import { tryParseJson } from "../../../src/contract/json.ts";
import type { CreatePlantResult } from "../../../src/create-plant.ts";
import type { PlantStoreFailure } from "../../../src/errors.ts";

/**
 * - `"done"`: the store created or rejected the plant.
 * - `"rate-limited"`: it accepts no requests for some time.
 * - `"down"`: no connection was made.
 * - `"unknown"`: the plant may have been created.
 * - `"elsewhere"`: something else responded, such as a sign-in page or a firewall, or the request did not reach the store.
 * - `"fatal"`: every other request would meet the same.
 */
export type ResultKind = "done" | "rate-limited" | "down" | "unknown" | "elsewhere" | "fatal";

const FATAL_STATUSES = [401, 407];

/** A wrong address, a firewall or a proxy. */
const ELSEWHERE_STATUSES = [403, 404, 405];

export function kindOfResult(result: CreatePlantResult): ResultKind {
  if (result.success) return "done";
  const { error } = result;
  const { kind, outcome, response: { status = 0 } = {} } = error;
  if (kind === "configuration" || FATAL_STATUSES.includes(status)) return "fatal";
  if (kind === "connection" && error.permanent) return "fatal";
  if (status === 429) return "rate-limited";
  if (ELSEWHERE_STATUSES.includes(status) || isRedirect(error)) return "elsewhere";
  if (outcome === "unknown") return status >= 200 && status < 300 ? "elsewhere" : "unknown";
  return kind === "connection" && outcome === "not-created" ? "down" : "done";
}

/** A runtime that hides redirects reports status 0. */
function isRedirect({ response }: PlantStoreFailure): boolean {
  if (response === undefined) return false;
  return response.status === 0 || (response.status >= 300 && response.status < 400);
}

/** The wait that the store asked for, ms. */
export function retryAfterOf(error: PlantStoreFailure): number {
  return ("retryAfter" in error && error.retryAfter) || 0;
}

/** The Error body of a 4xx, listed in the specification or not. */
export function errorBodyOf(failure: PlantStoreFailure): { error?: unknown; message?: unknown } {
  if (failure.kind === "rejected") return { error: failure.error, message: failure.message };
  return Object(tryParseJson(`${failure.response?.body}`));
}
