/** Explains failures in plain words. */
import type { PlantStoreFailure, PlantStoreOutcome, PlantStoreResponseError } from "plant-store-sdk";
import { formatDuration } from "../format.ts";

/** Was the plant created? */
export const HEADLINES: Record<PlantStoreOutcome, string> = {
  "not-created": "Not created",
  unknown: "Unknown",
  created: "Created, but the call failed",
};

/** What happened. `kind` narrows the type of the error. */
export function describeFailure(failure: PlantStoreFailure): string {
  switch (failure.kind) {
    case "rejected":
      return `The store rejected the request: “${failure.message}”.`;
    case "invalid-plant":
      return "The plant is invalid, so it was not sent.";
    case "unexpected-response":
      return describeResponse(failure);
    case "connection":
      return failure.outcome === "created"
        ? "The connection was lost during the response."
        : "The connection failed or was lost. A browser does not say which.";
    case "timeout":
      return `The call timed out after ${formatDuration(failure.timeout)}.`;
    case "aborted":
      return "You aborted the call.";
    default:
      // Also for kinds that a later version of the SDK adds.
      return failure.message;
  }
}

function describeResponse({ status, retryAfter, outcome }: PlantStoreResponseError): string {
  if (status === 0) return "The store sent a redirect, which the SDK never follows.";
  if (status === 429 && retryAfter !== undefined) {
    return `The store accepts no requests for ${formatDuration(retryAfter)} (status 429).`;
  }
  if (status === 200)
    return outcome === "created"
      ? "The store responded 200, but the body is not a valid plant."
      : "The response has status 200, but nothing shows that it comes from the store.";
  return `The store responded with the unexpected status ${status}.`;
}

/** What a caller should do. */
export function nextStep(failure: PlantStoreFailure): string {
  switch (failure.outcome) {
    case "created":
      return "Do not create it again: that would make a duplicate.";
    case "unknown":
      return "The store may have created it. Create it again only if a duplicate does no harm.";
    case "not-created":
      return fixBeforeRetry(failure);
  }
}

/** The plant was not created. It can be sent again after the cause is fixed. */
function fixBeforeRetry(failure: PlantStoreFailure): string {
  if (isTokenRejected(failure)) return "Correct the token, and create the plant again.";
  switch (failure.kind) {
    case "rejected":
    case "invalid-plant":
      return "Correct the plant, and create it again.";
    case "configuration":
      return "Correct the option, and create the plant again.";
    default:
      return "It is safe to create the plant again.";
  }
}

/** By default, the mock rejects a token with 400, because the specification has no other status for failures. */
function isTokenRejected(failure: PlantStoreFailure): boolean {
  if (failure.kind === "rejected") return /\bbearer token\b/i.test(failure.message);
  return failure.status === 401 || failure.status === 403;
}
