/** What the result of a request says about the store, and so about the rows that follow. */

import { isHtmlType, mayReplaceAnother, OTHER_CAUSES } from "../../../src/contract/decide-outcome.ts";
import { readReason, tryParseJson } from "../../../src/contract/json.ts";
import type { CreatePlantResult } from "../../../src/create-plant.ts";
import type { PlantStoreFailure } from "../../../src/errors.ts";

/**
 * - `"done"`: the store created or rejected the plant.
 * - `"rate-limited"`: it accepts no requests for some time.
 * - `"down"`: nothing was sent: there was no connection, or no token.
 * - `"unknown"`: the plant may have been created.
 * - `"elsewhere"`: something else responded, such as a sign-in page or a firewall, or the request did not reach the store.
 * - `"fatal"`: every other request would meet the same.
 */
export type ResultKind = "done" | "rate-limited" | "down" | "unknown" | "elsewhere" | "fatal";

const { credentials, access, address } = OTHER_CAUSES;

export function kindOfResult(result: CreatePlantResult): ResultKind {
  if (result.success) return "done";
  const { error } = result;
  const { kind, outcome, response: { status = 0 } = {} } = error;
  if (kind === "configuration" || credentials.includes(status)) return "fatal";
  if (kind === "connection" && error.permanent) return "fatal";
  if (status === 429) return "rate-limited";
  if ([...access, ...address].includes(status) || isRedirect(error)) return "elsewhere";
  if (outcome === "unknown") return status >= 200 && status < 300 ? "elsewhere" : "unknown";
  return error.retryable && !error.response ? "down" : "done";
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

const typeOf = ({ response }: PlantStoreFailure) => response?.headers.get("content-type") ?? "";

/** Whether something in front of the store may have replaced the store's response: a 403 or 406 in HTML. */
export const mayBeReplaced = (failure: PlantStoreFailure) =>
  mayReplaceAnother(failure.response?.status ?? 0, typeOf(failure));

/** Whether the store has responded, so that token and base URL are right: JSON, or a 4xx other than 429 that is not HTML. */
export function isFromStore(result: CreatePlantResult): boolean {
  if (result.success || result.error.outcome === "created") return true;
  const { status = 0 } = result.error.response ?? {};
  return status >= 400 && status < 500 && status !== 429 && !isHtmlType(typeOf(result.error));
}

/** What the store says in a 4xx or 5xx: the number of an Error, and a text. */
export function readRejection(failure: PlantStoreFailure): { error?: unknown; reason?: string | undefined } {
  if (failure.kind === "rejected") return { error: failure.error, reason: failure.message };
  const body = Object(tryParseJson(`${failure.response?.body}`));
  return { error: body.error, reason: readReason(body) };
}
