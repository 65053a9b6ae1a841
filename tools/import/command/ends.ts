/** The ways in which an import ends: why it stopped, its exit code, and what to do next. */
import { isPlantStoreFailure, type PlantStoreFailure } from "../../../src/index.ts";
import { EXIT_INTERRUPTED, EXIT_USAGE } from "../../terminal/command.ts";
import { describeOption, flagOf } from "../../terminal/flag-names.ts";
import { UsageError } from "../../terminal/usage-error.ts";
import { type ImportProgress, PlantStoreImportError } from "../index.ts";
import { fullReasonOf, readRejection } from "../run/judge-result.ts";

/** Some rows do not exist. */
export const EXIT_NOT_CREATED = 1;
/** Some rows may exist. */
export const EXIT_UNKNOWN = 3;
const EXIT_STOPPED = 4;
/** The journal is in use. */
export const EXIT_IN_USE = 5;
const EXIT_TOO_MANY = 6;
const EXIT_MAX_NEW = 7;

/** When each code applies. The first one that applies counts. */
export const EXIT_CODES = new Map([
  [EXIT_INTERRUPTED, "interrupted"],
  [EXIT_IN_USE, "the journal is in use"],
  [EXIT_USAGE, "wrong arguments, input or journal"],
  [EXIT_STOPPED, "stopped before the end, but not as in 6 and 7: correct the cause, and run it again"],
  [EXIT_TOO_MANY, "more than --max-not-created"],
  [EXIT_UNKNOWN, "some rows of the input may exist"],
  [EXIT_NOT_CREATED, "some were not created, or a list or event was not written"],
  [EXIT_MAX_NEW, "--max-new left new rows unsent"],
  [0, "every row was created or exists"],
]);

/** `"configuration"` is a wrong argument, and `"max-new"` the limit of that name. */
export type StopKind = PlantStoreImportError["kind"] | "configuration" | "interrupted" | "max-new";

const CONTINUE = "To continue, run the same command again.";
/** If no plant exists, as far as the journal tells. */
export const CORRECT_ROWS_OR_COMMAND =
  "Correct the rows, the token or --base-url, or pass --duplicates if their ids exist already. Then run the command again.";
export const CORRECT_ROWS = "Correct the rows that were not created, and run the same command again.";

/** The exit code after each stop, and what to do next, if its message does not say all of it. */
export const STOPS: Readonly<Record<StopKind, { code: number; next?: string }>> = {
  interrupted: { code: EXIT_INTERRUPTED, next: CONTINUE },
  "in-use": { code: EXIT_IN_USE },
  configuration: { code: EXIT_USAGE, next: "Correct the command, and run it again." },
  input: { code: EXIT_USAGE, next: "Correct the input, and run the same command again." },
  journal: { code: EXIT_USAGE },
  stopped: {
    code: EXIT_STOPPED,
    next: "When the cause is corrected, run the same command again to continue.",
  },
  outage: { code: EXIT_STOPPED, next: CONTINUE },
  "input-changed": { code: EXIT_STOPPED, next: CONTINUE },
  "too-many-not-created": { code: EXIT_TOO_MANY, next: CORRECT_ROWS },
  "max-new": { code: EXIT_MAX_NEW, next: CONTINUE },
};

/** How an import ended, as far as its exit code says it. */
interface ImportEnd {
  /** Why it ended before the end of the input. */
  stop: StopKind | undefined;
  progress: Pick<ImportProgress, "unknown" | "notCreated">;
  /** Rows that `--resolve` decided to send, but this run has not sent. */
  decidedToSend: number;
  /** Whether a list or an event could not be written. */
  isOutputLost: boolean;
}

export function exitCodeOf({ stop, progress, decidedToSend, isOutputLost }: ImportEnd): number {
  if (stop !== undefined && stop !== "max-new") return STOPS[stop].code;
  if (progress.unknown > 0) return EXIT_UNKNOWN;
  if (isOutputLost || progress.notCreated + decidedToSend > 0) return EXIT_NOT_CREATED;
  return stop ? STOPS[stop].code : 0;
}

/** Why an import stopped. */
export interface Stop {
  kind: StopKind;
  /** The flag that decides, if there is one. */
  option?: string | undefined;
  message: string;
}

export const INTERRUPTED: Stop = { kind: "interrupted", message: "The import was interrupted." };
export const MAX_NEW: Stop = {
  kind: "max-new",
  option: "--max-new",
  message: "The input has more new rows than --max-new.",
};

/** The rejection of a plant, as a flag takes it: `409`, or `400:1003` with the error number of its body. */
function rejectionOf(cause: unknown): string {
  const { status } = (cause as PlantStoreFailure).response ?? {};
  const { error } = readRejection(cause as PlantStoreFailure);
  return Number.isInteger(error) ? `${status}:${error}` : `${status}`;
}

/**
 * @param error that an import threw, or that kept it from starting
 * @param hasCreated whether a plant was ever created, so that the base URL is right
 */
export function describeStop(error: unknown, hasCreated = false): Stop {
  if (error instanceof UsageError)
    return { kind: "configuration", option: error.option, message: error.message };
  if (error instanceof PlantStoreImportError) {
    const { kind, problem, advice } = error;
    if (!advice) return { kind, message: problem };
    const option = flagOf(advice.option);
    const value = advice.option === "duplicates" ? rejectionOf(error.cause) : advice.value;
    const flag = value === undefined ? option : `${option} ${value}`;
    return { kind, option, message: `${problem} ${advice.when}, pass ${flag}.` };
  }
  if (!isPlantStoreFailure(error))
    return { kind: "stopped", message: error instanceof Error ? `${error.stack ?? error}` : String(error) };
  if (error.cause instanceof UsageError) return describeStop(error.cause); // The token file.
  if (error.kind === "configuration")
    return { kind: "configuration", option: flagOf(error.option), message: describeOption(error) };
  if (error.kind !== "unexpected-response")
    return { kind: "stopped", message: `The last row: ${error.message}` };
  const advice = hasCreated
    ? "The token has expired, or something else than the store responded, such as a proxy."
    : "Check the token and --base-url.";
  return { kind: "stopped", message: `The store's response was ${fullReasonOf(error)}. ${advice}` };
}
