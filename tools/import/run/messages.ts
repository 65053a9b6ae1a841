/** What an import says about failed requests. */
import type { PlantStoreFailure } from "../../../src/errors.ts";
import { reasonOfHtml } from "../journal/journal-rows.ts";
import type { ImportedRow } from "./imported-row.ts";
import { mayBeReplaced, readRejection } from "./judge-result.ts";

/** A longer message of the store is cut. */
const MAX_MESSAGE_CHARACTERS = 200;

/** Why an attempt did not create the plant, in a few words that are the same for all rows that fail alike. */
export function reasonOf(failure: PlantStoreFailure): string {
  switch (failure.kind) {
    case "rejected":
      return describeRejection(failure);
    case "unexpected-response": {
      const { status } = failure.response;
      if (mayBeReplaced(failure)) return reasonOfHtml(status);
      const problem = failure.outcome === "created" ? "unusable" : "perhaps not from the store";
      return status < 300 ? `status ${status}, but ${problem}` : describeRejection(failure);
    }
    case "connection": {
      const problem = failure.response || failure.outcome === "unknown" ? "connection lost" : "no connection";
      return failure.code === undefined ? problem : `${problem} (${failure.code})`;
    }
    case "timeout": {
      const { response, outcome } = failure;
      const missing = response
        ? "complete response"
        : outcome === "unknown"
          ? "response"
          : "connection or token";
      return `no ${missing} within ${failure.timeout / 1000} s`;
    }
    case "token":
      return "no token";
    case "aborted":
      return "aborted by the operator";
    default:
      return failure.message.replace(/\.$/, "");
  }
}

/** Like {@link reasonOf}, with what the store said. */
export function fullReasonOf(failure: PlantStoreFailure): string {
  const { reason } = (failure.response?.status ?? 0) >= 400 ? readRejection(failure) : {};
  return reasonOf(failure) + (reason === undefined ? "" : `: ${reason.slice(0, MAX_MESSAGE_CHARACTERS)}`);
}

/** The message of a row for the command. A failure's own message names options of the library. */
export function messageOf({ result, message }: ImportedRow): string | undefined {
  if (result?.success !== false) return message;
  const { error } = result;
  const isFollowed = message?.startsWith(`${error.message} `);
  return message?.replace(error.message, () => fullReasonOf(error) + (isFollowed ? "." : ""));
}

/** Status and error number. The store's message may name the plant, so it differs between rows. */
export function describeRejection(failure: PlantStoreFailure): string {
  const { error } = readRejection(failure);
  const { status } = failure.response ?? {};
  const isShown = Number.isInteger(error) && (failure.kind === "rejected" || error !== status);
  return `status ${status}${isShown ? `, error ${error}` : ""}`;
}
