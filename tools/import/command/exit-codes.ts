/** The exit codes of an import. */
import { EXIT_INTERRUPTED, EXIT_USAGE } from "../../terminal/command.ts";
import type { ImportProgress } from "../index.ts";
import type { StopKind } from "./describe-stop.ts";

/** Some rows do not exist. */
export const EXIT_NOT_CREATED = 1;
/** Some rows may exist. */
export const EXIT_UNKNOWN = 3;
/** The journal is in use. */
export const EXIT_IN_USE = 5;

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

const stoppedBy =
  (...kinds: StopKind[]) =>
  ({ stop }: ImportEnd) =>
    stop !== undefined && kinds.includes(stop);

/** In this order, the first one that applies counts. */
const EXIT_CODES: readonly [code: number, when: string, applies: (end: ImportEnd) => boolean][] = [
  [EXIT_INTERRUPTED, "interrupted", stoppedBy("interrupted")],
  [EXIT_IN_USE, "the journal is in use", stoppedBy("in-use")],
  [EXIT_USAGE, "wrong arguments, input or journal", stoppedBy("configuration", "input", "journal")],
  [
    4,
    "stopped before the end, but not as in 6 and 7: correct the cause, and run it again",
    stoppedBy("stopped", "outage", "input-changed"),
  ],
  [6, "more than --max-not-created", stoppedBy("too-many-not-created")],
  [EXIT_UNKNOWN, "some rows of the input may exist", ({ progress }) => progress.unknown > 0],
  [
    EXIT_NOT_CREATED,
    "some were not created, or a list or event was not written",
    ({ progress, decidedToSend, isOutputLost }) => isOutputLost || progress.notCreated + decidedToSend > 0,
  ],
  [7, "--max-new left new rows unsent", stoppedBy("max-new")],
];

export const exitCodeOf = (end: ImportEnd): number =>
  EXIT_CODES.find(([, , applies]) => applies(end))?.[0] ?? 0;

/** The codes and when they apply, for the help. */
export const EXIT_CODES_HELP = EXIT_CODES.map(([code, when]) => `${code} ${when}`)
  .concat("0 every row was created or exists")
  .join("; ");
