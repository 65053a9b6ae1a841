/** The exit codes of an import. */
import { EXIT_INTERRUPTED, EXIT_USAGE } from "../../terminal/command.ts";
import type { ImportProgress } from "../index.ts";
import type { StopKind } from "./describe-stop.ts";

/** Some rows do not exist. */
export const EXIT_NOT_CREATED = 1;
/** Some rows may exist. */
export const EXIT_UNKNOWN = 3;
const EXIT_STOPPED = 4;
/** Another process uses the journal. */
export const EXIT_IN_USE = 5;
const EXIT_TOO_MANY_NOT_CREATED = 6;
const EXIT_MAX_NEW = 7;

/** How an import ended, as far as its exit code says it. */
interface ImportEnd {
  /** Why it ended before the end of the input. */
  stop: StopKind | undefined;
  progress: ImportProgress;
  /** Rows that `--resolve` decided to send, but this run has not sent. */
  decidedToSend: number;
  /** Whether a list or an event could not be written. */
  isOutputLost: boolean;
}

/** In this order, the first one that applies counts. */
const EXIT_CODES: readonly { code: number; when?: string; applies(end: ImportEnd): boolean }[] = [
  { code: EXIT_INTERRUPTED, when: "interrupted", applies: ({ stop }) => stop === "interrupted" },
  { code: EXIT_IN_USE, when: "another process uses the journal", applies: ({ stop }) => stop === "in-use" },
  {
    code: EXIT_USAGE,
    when: "wrong arguments, input or journal",
    applies: ({ stop = "" }) => ["configuration", "input", "journal"].includes(stop),
  },
  {
    code: EXIT_STOPPED,
    when: "stopped before the end: run it again",
    applies: ({ stop }) => stop === "stopped",
  },
  {
    code: EXIT_TOO_MANY_NOT_CREATED,
    when: "more than --max-not-created",
    applies: ({ stop }) => stop === "too-many-not-created",
  },
  { code: EXIT_UNKNOWN, when: "some rows may exist", applies: ({ progress }) => progress.unknown > 0 },
  {
    code: EXIT_NOT_CREATED,
    when: "some were not created, or a list or event was not written",
    applies: ({ progress, decidedToSend }) => progress.notCreated + decidedToSend > 0,
  },
  { code: EXIT_MAX_NEW, when: "--max-new left new rows unsent", applies: ({ stop }) => stop === "max-new" },
  { code: EXIT_NOT_CREATED, applies: ({ isOutputLost }) => isOutputLost },
  { code: 0, when: "every row was created or exists", applies: () => true },
];

export const exitCodeOf = (end: ImportEnd): number =>
  EXIT_CODES.find(({ applies }) => applies(end))?.code ?? 0;

/** The codes and when they apply, for the help. */
export const EXIT_CODES_HELP = EXIT_CODES.filter(({ when }) => when !== undefined)
  .map(({ code, when }) => `${code} ${when}`)
  .join("; ");
