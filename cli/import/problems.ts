/** The rows that have a problem: a line for each, and how many have the same one. */
import { stripVTControlCharacters } from "node:util";
import type { HoldReason, ImportedRow } from "../../src/import/index.ts";
import { fullReasonOf, reasonOf } from "../../src/import/run/messages.ts";
import { formatCount, plural, wrap } from "../terminal-text.ts";
import { markOf } from "./progress-display.ts";

/** How many problems are printed. A file of the wrong format has one in every row. */
const MAX_PROBLEMS = 20;

/** How many reasons are printed for each outcome. A store may give every row another error number. */
const MAX_REASONS = 5;

const HELD: Record<HoldReason, string> = {
  malformed: "the row cannot be read",
  "invalid-plant": "the plant is invalid",
  changed: "its id has other content (--allow-changed sends it)",
  unknown: "it may exist",
};

/** Of the text in a narrow terminal. */
const MIN_WIDTH = 30;

export class Problems {
  readonly #print: (text: string) => void;
  /** How many rows were not created for the same reason. */
  readonly reasons = new Map<string, number>();
  #count = 0;

  /** @param print prints a text that stays */
  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  add(row: ImportedRow): void {
    const { outcome, reason: held, result } = row;
    // An earlier run has reported a row that is held because it is unknown.
    if (row.message === undefined || held === "unknown") return;
    if (outcome !== "not-created" && outcome !== "unknown") return;
    const failure = result?.success === false ? reasonOf(result.error) : "the journal could not be written";
    const reason = held === undefined ? failure : HELD[held];
    if (outcome === "not-created") this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    this.#count += 1;
    if (this.#count <= MAX_PROBLEMS) this.#print(formatProblem(row, reason));
    if (this.#count === MAX_PROBLEMS + 1)
      this.#print("Further problems are only counted. --json shows them all.");
  }
}

/** The most frequent reasons, such as `12 × status 400, error 7`. */
export function formatReasons(reasons: ReadonlyMap<string, number> = new Map()): string[] {
  const sorted = [...reasons].sort(([, a], [, b]) => b - a);
  const lines = sorted.slice(0, MAX_REASONS).map(([reason, count]) => `${formatCount(count)} × ${reason}`);
  const others = sorted.length - MAX_REASONS;
  return others > 0 ? [...lines, `and ${plural(others, "other reason")}`] : lines;
}

/** Such as `? line 15  plant 15  connection lost (ECONNRESET)`. */
function formatProblem({ line, plant, outcome, result, message = "" }: ImportedRow, reason: string): string {
  const where = [
    line === undefined ? "" : `line ${line}`,
    plant?.id === undefined ? "" : `plant ${plant.id}`,
  ];
  const mark = markOf(outcome === "unknown" ? "unknown" : "notCreated");
  const start = `${mark} ${where.filter(Boolean).join("  ")}`;
  const width = (process.stderr.columns || 80) - stripVTControlCharacters(start).length - 2;
  // What the store says is worth a line, but the message of a failure of another kind only explains its reason.
  const isRejected = result?.success === false && result.error.kind === "rejected";
  const failure = result?.success === false ? fullReasonOf(result.error) : message;
  const text = isRejected ? `${reason}: ${message}` : failure;
  return `${start}  ${wrap(text, Math.max(width, MIN_WIDTH)).replaceAll("\n", "\n    ")}`;
}
