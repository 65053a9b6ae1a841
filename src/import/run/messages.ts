/** What an import says about failed rows, and why it stops. */
import type { PlantStoreFailure } from "../../errors.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { RowOutcome } from "../journal/journal-entry.ts";
import { retryAfterOf } from "./result-kind.ts";

/** A longer message of the store is cut. */
const MAX_QUOTED_CHARACTERS = 200;

/** Not every "token": a parser reports an "unexpected token". */
const ABOUT_TOKEN =
  /\b(un-?(authori[sz]ed|authenticated)|authenticat\w+|authori[sz]ation|credentials?|api.?key|forbidden|(access|api|auth|bad|bearer|expired|invalid|missing|no|revoked|wrong) token|token (is|was|has|expired|invalid|missing|rejected|required|revoked))\b/i;

/** @param outcome of all attempts to create the row */
export function describeFailure(
  { kind, message, outcome: last }: PlantStoreFailure,
  outcome: RowOutcome,
): string {
  const isAboutToken = kind === "rejected" && ABOUT_TOKEN.test(message);
  const text = isAboutToken ? `${message.replace(/\.$/, "")}. Check the token, not the plant.` : message;
  return last === outcome ? text : `${text} An earlier attempt may have created this plant.`;
}

/** Why an attempt did not create the plant, in a few words that are the same for all rows that fail alike. */
export function reasonOf(failure: PlantStoreFailure): string {
  switch (failure.kind) {
    case "rejected":
      return `status 400, error ${failure.error}`;
    case "unexpected-response":
      return `status ${failure.status}${failure.status < 300 ? ", but not from the store" : ""}`;
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

/** @param line of the other plant */
export function describeConflict({ exists, line }: { exists: boolean; line: number | undefined }): string {
  const other = `A plant with this id, but other content, ${exists ? "exists" : "may exist"}`;
  const where = line === undefined ? "" : `: line ${line} of this input`;
  return `${other}${where}. This one was not sent. --allow-changed sends it, too.`;
}

/** Status and error number. The store's message may name the plant, so it differs between rows. */
export function describeRejection(error: PlantStoreFailure): string {
  return `status ${error.status}${error.kind === "rejected" ? `, error ${error.error}` : ""}`;
}

/** @param count of rejected rows */
export function rejectedAlike(count: number, cause: PlantStoreFailure): PlantStoreImportError {
  const { message } = cause;
  const quoted =
    message.length > MAX_QUOTED_CHARACTERS ? `${message.slice(0, MAX_QUOTED_CHARACTERS)}…` : message;
  const problem = `The store rejected the first ${count} new rows alike (${describeRejection(cause)}): “${quoted}”`;
  const advice = ABOUT_TOKEN.test(message)
    ? "Check the token"
    : "If the plants are right, check the token and the base URL";
  return new PlantStoreImportError("stopped", `${problem}. ${advice}.`, { cause });
}

/** @param maxPause ms */
export function pauseTooLong(maxPause: number, cause: PlantStoreFailure): PlantStoreImportError {
  const seconds = (ms: number) => `${ms / 1000} s`;
  const problem = `The store responded 429 and asked for a wait of ${seconds(Math.ceil(retryAfterOf(cause)))}`;
  const advice = "Run the import again later, or allow a longer pause";
  const message = `${problem}. The longest pause is ${seconds(maxPause)}. ${advice}.`;
  return new PlantStoreImportError("stopped", message, { cause });
}

/** @param count of rejected rows */
export function tooManyRejected(count: number, cause: PlantStoreFailure): PlantStoreImportError {
  const problem = `The store has rejected ${count} rows of this run, the last one with ${describeRejection(cause)}`;
  return new PlantStoreImportError("stopped", `${problem}. Correct them, or allow more.`, { cause });
}
