/** How far an input was read, and what its reader noticed. */
import { plural } from "../../../src/common/format-count.ts";
import type { ReadPlantsOptions } from "./input-options.ts";
import type { OpenSource } from "./open-input-file.ts";

/** Names an option with the value that may help, such as "set `quotes` to "none"" or "pass --quotes none". */
export type Advise = (option: keyof ReadPlantsOptions, value: string | string[] | true) => string;

const adviseProgram: Advise = (option, value) => `set \`${option}\` to ${JSON.stringify(value)}`;

/** What the operator should know about rows that have no problem. */
const NOTES = {
  header: (count: number, line: number) =>
    `Skipped ${plural(count, "row")} equal to the header, the first on line ${line}.`,
  NA: (count: number, line: number, advise: Advise) =>
    `NA was read as a text in ${plural(count, "cell")}, the first on line ${line}. If it means no value, ${advise("null", ["NA"])}.`,
};

export class InputReading {
  source: OpenSource | undefined;
  textBytes = 0;
  /** Bytes of the text up to the last row. */
  rowBytes = 0;
  /** Names of fields and columns that are not sent. A limited number of them. */
  readonly ignored = new Set<string>();
  /** Whether the rows are no longer needed. */
  isClosed = false;
  readonly advise: Advise;
  readonly #notes = new Map<keyof typeof NOTES, { count: number; line: number }>();

  constructor(advise = adviseProgram) {
    this.advise = advise;
  }

  note(kind: keyof typeof NOTES, line: number): void {
    const found = this.#notes.get(kind);
    if (found) found.count += 1;
    else this.#notes.set(kind, { count: 1, line });
  }

  notes(): string[] {
    return Array.from(this.#notes, ([kind, { count, line }]) => NOTES[kind](count, line, this.advise));
  }
}
