/** Explains errors in plain words. */
import type { PlantStoreFailure, PlantStoreOutcome, PlantStoreResponseError } from "plant-store-sdk";
import { ms } from "./duration.ts";
import { describeOption, labelOf } from "./issues.ts";

/** What a user needs to know about an error. */
export interface Explanation {
  happened: string;
  /** Was the plant created? */
  created: string;
  /** What to do next. */
  next: string;
}

const CREATED: Record<PlantStoreOutcome, string> = {
  "not-created": "No.",
  unknown: "Maybe. The service may have created it before the call failed.",
  created: "Yes, but the response could not be used.",
};

const UNREACHABLE =
  "Check that the base URL is right, that the service is running, and that it allows this page (CORS). See the browser's console for details.";

/** @param isMock whether the call went to the mock; a real service may be unreachable. */
export function explain(failure: PlantStoreFailure, isMock: boolean): Explanation {
  const { kind, outcome } = failure;
  const mayBeUnreachable = kind === "connection" && outcome !== "created" && !isMock;
  return {
    happened: describeFailure(failure),
    created: CREATED[outcome],
    next: mayBeUnreachable ? `${nextStep(failure)} ${UNREACHABLE}` : nextStep(failure),
  };
}

/** `kind` narrows the type of the error. */
function describeFailure(failure: PlantStoreFailure): string {
  switch (failure.kind) {
    case "rejected":
      return `The service rejected the plant: “${failure.message}” (error ${failure.error}).`;
    case "invalid-plant":
      return "The plant is not valid, so it was not sent. See the messages at its fields.";
    case "unexpected-response":
      return describeResponse(failure);
    case "connection":
      return failure.outcome === "created"
        ? "The connection was lost during the response."
        : "The connection failed or was lost. A browser does not say which.";
    case "timeout":
      return `The call timed out after ${ms(failure.timeout)}.`;
    case "aborted":
      return "You aborted the call.";
    case "configuration":
      return `The call could not start: ${describeOption(failure)}`;
    default:
      // A later version of the SDK may add kinds.
      return (failure as PlantStoreFailure).message;
  }
}

function describeResponse({ status, retryAfter, message }: PlantStoreResponseError): string {
  if (status === 0) return "The service sent a redirect, which the SDK never follows.";
  if (status === 429 && retryAfter !== undefined) {
    return `The service allows no request for ${ms(retryAfter)} (status 429).`;
  }
  if (status === 200) return `The response cannot be used. ${message}`;
  return `The service sent an unexpected status: ${status}.`;
}

function nextStep(failure: PlantStoreFailure): string {
  switch (failure.outcome) {
    case "created":
      return "Do not create it again: that would make a duplicate.";
    case "unknown":
      return "Do not create it again, unless a duplicate does no harm. Ask the service's operator first.";
    case "not-created":
      return fixBeforeRetry(failure);
  }
}

/** The plant was not created. It can be sent again after the cause is fixed. */
function fixBeforeRetry(failure: PlantStoreFailure): string {
  switch (failure.kind) {
    case "rejected":
    case "invalid-plant":
      return "Correct the plant, and create it again.";
    case "configuration":
      return `Correct “${labelOf(failure.option)}”, and create the plant again.`;
    case "unexpected-response":
      return failure.status === 401 || failure.status === 403
        ? "Check the token, and create the plant again."
        : "Check the base URL, or try again later. It is safe to create the plant again.";
    default:
      return "It is safe to create the plant again.";
  }
}
