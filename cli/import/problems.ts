/** The rows that have a problem: a line for each, and how many have the same one. */
import { stripVTControlCharacters } from "node:util";
import type { ImportedRow } from "../../src/import/index.ts";
import { reasonOf } from "../../src/import/run/messages.ts";
import { formatCount, plural, wrap } from "../terminal-text.ts";
import { markOf } from "./progress-display.ts";

/** How many problems are printed. A file of the wrong format has one in every row. */
const MAX_PROBLEMS = 20;

/** How many reasons are printed for each outcome. A store may give every row another error number. */
const MAX_REASONS = 5;

const HELD = {
  malformed: "the row cannot be read",
  "invalid-plant": "the plant is invalid",
  changed: "its id has other content",
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
    const { outcome, message } = row;
    if (message === undefined || (outcome !== "not-created" && outcome !== "unknown")) return;
    if (row.reason === "unknown") return; // An earlier run has reported it.
    const reason = describeReason(row);
    if (outcome === "not-created") this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
    this.#count += 1;
    if (this.#count > MAX_PROBLEMS + 1) return;
    const line = formatProblem(row, reason);
    this.#print(
      this.#count > MAX_PROBLEMS ? "Further problems are only counted. --json shows them all." : line,
    );
  }
}

/** The most frequent reasons, such as `12 × status 400, error 7`. */
export function formatReasons(reasons: ReadonlyMap<string, number> = new Map()): string[] {
  const sorted = [...reasons].sort(([, a], [, b]) => b - a);
  const lines = sorted.slice(0, MAX_REASONS).map(([reason, count]) => `${formatCount(count)} × ${reason}`);
  const others = sorted.length - MAX_REASONS;
  return others > 0 ? [...lines, `and ${plural(others, "other reason")}`] : lines;
}

function describeReason({ reason, result }: ImportedRow): string {
  if (reason !== undefined && reason !== "unknown") return HELD[reason];
  return result?.success === false ? reasonOf(result.error) : "the journal could not be written";
}

/** Such as `? line 15  plant 15  connection lost (ECONNRESET)`. */
function formatProblem({ line, plant, outcome, result, message = "" }: ImportedRow, reason: string): string {
  const isFailure = result?.success === false;
  // What the store says is worth a line. Otherwise, the message only explains the reason.
  const says = isFailure && result.error.kind === "rejected" ? `${reason}: ${message}` : reason;
  const where = [
    line === undefined ? "" : `line ${line}`,
    plant?.id === undefined ? "" : `plant ${plant.id}`,
  ];
  const mark = markOf(outcome === "unknown" ? "unknown" : "notCreated");
  const start = [mark, where.filter(Boolean).join("  ")].join(" ");
  const width = (process.stderr.columns || 80) - stripVTControlCharacters(start).length - 2;
  const text = wrap(isFailure ? says : message, Math.max(width, MIN_WIDTH)).replaceAll("\n", "\n    ");
  return `${start}  ${text}`;
}
