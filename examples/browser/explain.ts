/** Failures in plain words. */
import type { PlantStoreFailure, PlantStoreOutcome, PlantStoreResponseError } from "plant-store-sdk";
import { ms } from "./duration.ts";
import { describeOption, labelOf } from "./issues.ts";

/** What a person wants to know of a failure. */
export interface Explanation {
  happened: string;
  /** Was the plant created? */
  created: string;
  /** What to do now. */
  next: string;
}

const CREATED: Record<PlantStoreOutcome, string> = {
  "not-created": "No. Nothing was created.",
  unknown: "Perhaps. The store may have created it before the call failed.",
  created: "Yes. Only the store's answer is lost.",
};

const OUT_OF_REACH =
  "Is the base URL right, and does the store run and allow this page (CORS)? The browser's console knows more.";

/** @param isMock or else the store is somewhere in the network. */
export function explain(failure: PlantStoreFailure, isMock: boolean): Explanation {
  const { kind, outcome } = failure;
  const mayBeOutOfReach = kind === "connection" && outcome !== "created" && !isMock;
  return {
    happened: whatHappened(failure),
    created: CREATED[outcome],
    next: mayBeOutOfReach ? `${whatNext(failure)} ${OUT_OF_REACH}` : whatNext(failure),
  };
}

/** `kind` tells the failures apart, and gives each its own type. */
function whatHappened(failure: PlantStoreFailure): string {
  switch (failure.kind) {
    case "rejected":
      return `The store refused the plant: “${failure.message}” (error ${failure.error}).`;
    case "invalid-plant":
      return "The plant is not valid, so it was not sent. Its fields say what is wrong.";
    case "unexpected-response":
      return describeResponse(failure);
    case "connection":
      return failure.outcome === "created"
        ? "The connection was lost in the middle of the store's answer."
        : "The connection was lost, or never came about. A browser does not say which.";
    case "timeout":
      return `The call did not end within ${ms(failure.timeout)}.`;
    case "aborted":
      return "You ended the call.";
    case "configuration":
      return `The call could not begin: ${describeOption(failure)}`;
    default:
      // A later version of the SDK may know further kinds.
      return (failure as PlantStoreFailure).message;
  }
}

function describeResponse({ status, retryAfter, message }: PlantStoreResponseError): string {
  if (status === 0) return "The store sent the call elsewhere by a redirect, which is never followed.";
  if (status === 429 && retryAfter !== undefined) {
    return `The store is busy, and wants to be left alone for ${ms(retryAfter)} (status 429).`;
  }
  if (status === 200) return `The store's answer cannot be used. ${message}`;
  return `The store answered ${status}, which is neither a plant nor a refusal.`;
}

function whatNext(failure: PlantStoreFailure): string {
  switch (failure.outcome) {
    case "created":
      return "Do not create it again: there would be two. What you sent is what you know of the plant.";
    case "unknown":
      return "Do not create it again yet. Ask whoever runs the store, unless a second plant does no harm.";
    case "not-created":
      return whatToMend(failure);
  }
}

/** There is no plant: it may be sent again, once the reason is gone. */
function whatToMend(failure: PlantStoreFailure): string {
  switch (failure.kind) {
    case "rejected":
    case "invalid-plant":
      return "Change the plant, and create it again.";
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
