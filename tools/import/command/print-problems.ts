/** Prints a line for each of the first rows that have a problem. */
import type { NewPlant } from "../../../src/index.ts";
import { wrap } from "../../terminal/format-text.ts";
import { formatJson } from "../../terminal/print.ts";
import type { ImportedRow } from "../index.ts";
import { COUNT_NAMES } from "../journal/journal-rows.ts";
import { messageOf } from "../run/messages.ts";
import { markOf } from "./progress-display.ts";

/** In a file of the wrong format, every row has a problem. */
const MAX_PROBLEMS = 20;

export class Problems {
  readonly #print: (text: string) => void;
  #count = 0;

  /** @param print prints a text that stays */
  constructor(print: (text: string) => void) {
    this.#print = print;
  }

  add(row: ImportedRow): void {
    const { line, outcome, reason } = row;
    const message = messageOf(row);
    // An earlier run has reported a row that is held because it is unknown.
    if (message === undefined || reason === "unknown") return;
    if (outcome !== "not-created" && outcome !== "unknown") return;
    this.#count += 1;
    if (this.#count === MAX_PROBLEMS + 1)
      this.#print("Further problems are only counted. --json shows them all.");
    if (this.#count > MAX_PROBLEMS) return;
    const { id } = Object(row.plant) as Partial<NewPlant>;
    const where = [
      line === undefined ? [] : `line ${line}`,
      id === undefined ? [] : `plant ${typeof id === "object" ? formatJson(id) : id}`,
    ];
    const advice = reason === "changed" ? " --allow-changed sends it, too." : "";
    const text = `${where.flat().join(", ")}: ${message}${advice}`;
    this.#print(`${markOf(COUNT_NAMES[outcome])} ${wrap(text, process.stderr.columns, "    ")}`);
  }
}
