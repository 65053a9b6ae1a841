/** Explains failures in plain words. */
import type { PlantStoreFailure, PlantStoreResponseError } from "plant-store-sdk";
import { mayReplaceAnother } from "../../../src/contract/decide-outcome.ts";
import { formatDuration } from "../format.ts";

/** What happened. `kind` narrows the type of the error. */
export function describeFailure(failure: PlantStoreFailure): string {
  const { kind, message, outcome } = failure;
  if (kind === "rejected") return `The store rejected the request: “${message}”.`;
  if (kind === "invalid-plant") return "The plant is invalid, so it was not sent.";
  if (kind === "unexpected-response") return describeResponse(failure);
  if (kind === "timeout") return `The call timed out after ${formatDuration(failure.timeout)}.`;
  if (kind === "aborted") return "You aborted the call.";
  if (kind !== "connection") return message; // Also for kinds that a later version of the SDK adds.
  return outcome === "created"
    ? "The connection was lost during the response."
    : "The connection failed or was lost. A browser does not say which.";
}

function describeResponse({ response, retryAfter, outcome }: PlantStoreResponseError): string {
  const { status, headers } = response;
  if (status === 0) return "The store sent a redirect, which the SDK never follows.";
  if (status === 429 && retryAfter !== undefined)
    return `The store accepts no requests for ${formatDuration(retryAfter)} (status 429).`;
  if (mayReplaceAnother(status, headers.get("content-type")))
    return `The response has status ${status} and is HTML: a gateway may have replaced the store's response.`;
  if (status !== 200) return `The store responded with the unexpected status ${status}.`;
  return outcome === "created"
    ? "The store responded 200, but the body is not a valid plant."
    : "The response has status 200, but nothing shows that it comes from the store.";
}

/** What a caller should do. A plant that was not created can be sent again after the cause is fixed. */
export function nextStep(failure: PlantStoreFailure): string {
  if (failure.outcome === "created") return "Do not create it again: that would make a duplicate.";
  if (failure.outcome !== "not-created")
    return "The store may have created it. Create it again only if a duplicate does no harm.";
  if (failure.response?.status === 401 || failure.response?.status === 403)
    return "Correct the token, and create the plant again.";
  // A 400 can be about the plant or the token: the message says it.
  if (failure.kind === "rejected") return "Correct that, and create the plant again.";
  if (failure.kind === "invalid-plant") return "Correct the plant, and create it again.";
  if (failure.kind === "configuration") return "Correct the option, and create the plant again.";
  return "It is safe to create the plant again.";
}
