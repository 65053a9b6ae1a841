/** What an import says about failed rows, and why it stops. */
import type { PlantStoreFailure } from "../../errors.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { RowOutcome } from "../journal/journal-rows.ts";
import { errorBodyOf, retryAfterOf } from "./judge-result.ts";

/** A longer message of the store is cut. */
const MAX_MESSAGE_CHARACTERS = 200;

/** @param outcome of all attempts to create the row */
export function describeFailure({ message, outcome: last }: PlantStoreFailure, outcome: RowOutcome): string {
  return last === outcome ? message : `${message} An earlier attempt may have created this plant.`;
}

/** Why an attempt did not create the plant, in a few words that are the same for all rows that fail alike. */
export function reasonOf(failure: PlantStoreFailure): string {
  switch (failure.kind) {
    case "rejected":
      return describeRejection(failure);
    case "unexpected-response": {
      const { status } = failure;
      return status < 300 ? `status ${status}, but not from the store` : describeRejection(failure);
    }
    case "connection": {
      const problem = failure.outcome === "unknown" ? "connection lost" : "no connection";
      return failure.code === undefined ? problem : `${problem} (${failure.code})`;
    }
    case "timeout":
      return `no response within ${failure.timeout / 1000} s`;
    case "aborted":
      return "aborted by the operator";
    default:
      return failure.message;
  }
}

/** Like {@link reasonOf}, with what the store said. */
export function fullReasonOf(failure: PlantStoreFailure): string {
  const { message } = (failure.status ?? 0) >= 400 ? errorBodyOf(failure) : {};
  if (typeof message !== "string") return reasonOf(failure);
  const isLong = message.length > MAX_MESSAGE_CHARACTERS;
  return `${reasonOf(failure)}: ${isLong ? `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…` : message}`;
}

/** @param exists whether that is known */
export const describeConflict = (exists: boolean) =>
  `A plant with this id, but other content, ${exists ? "exists" : "may exist"}. This one was not sent.`;

/** Status and error number. The store's message may name the plant, so it differs between rows. */
export function describeRejection(failure: PlantStoreFailure): string {
  const { error } = errorBodyOf(failure);
  const isShown = Number.isInteger(error) && (failure.kind === "rejected" || error !== failure.status);
  return `status ${failure.status}${isShown ? `, error ${error}` : ""}`;
}

/** @param count of rejected rows */
export function rejectedAlike(count: number, cause: PlantStoreFailure): PlantStoreImportError {
  const problem = `The store rejected the first ${count} new rows alike, the last one with ${fullReasonOf(cause)}`;
  const advice = "If the plants are right, check the token and the base URL";
  return new PlantStoreImportError("stopped", `${problem.replace(/\.$/, "")}. ${advice}.`, { cause });
}

/** @param maxPause ms */
export function pauseTooLong(maxPause: number, cause: PlantStoreFailure): PlantStoreImportError {
  const seconds = (ms: number) => `${ms / 1000} s`;
  const problem = `The store responded ${cause.status} and asked for a wait of ${seconds(Math.ceil(retryAfterOf(cause)))}`;
  const advice = "Run the import again later";
  const message = `${problem}. The longest pause is ${seconds(maxPause)}. ${advice}.`;
  return new PlantStoreImportError("stopped", message, { cause });
}

/** @param maxNotCreated how many are allowed */
export function tooManyNotCreated(maxNotCreated: number): PlantStoreImportError {
  const problem = `More than ${maxNotCreated} rows of this run were not created`;
  return new PlantStoreImportError("too-many-not-created", `${problem}. Correct them, or allow more.`);
}

/** @param count of unknown rows */
export function tooManyUnknown(count: number, cause: PlantStoreFailure): PlantStoreImportError {
  const problem = `${count} rows of this run became unknown, the last one because of: ${reasonOf(cause)}`;
  const advice = "Find out what is wrong with the store before more rows do, or allow more";
  return new PlantStoreImportError("stopped", `${problem}. ${advice}.`, { cause });
}
