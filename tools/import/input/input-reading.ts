/** How far an input was read, and what the operator should know about its rows. */
import { listFields } from "../../../src/contract/plant-fields.ts";
import type { ReadPlantsOptions } from "./input-options.ts";
import type { OpenSource } from "./open-input-file.ts";
import { listNames, namesOf, type PlantColumns } from "./plant-columns.ts";
import { findIdProblem, isFloatingPoint } from "./plant-values.ts";

/** So many ids look alike by chance only if they are round numbers. */
const MIN_SHORT_IDS = 30;

/** Names an option with the value that may help, such as "set `quotes` to "none"" or "pass --quotes none". */
export type Advise = (option: keyof ReadPlantsOptions, value: string | string[] | true) => string;

const adviseProgram: Advise = (option, value) => `set \`${option}\` to ${JSON.stringify(value)}`;

export class InputReading {
  source: OpenSource | undefined;
  textBytes = 0;
  /** Bytes of the text up to the last row. */
  rowBytes = 0;
  /** Whether the rows are no longer needed. */
  isClosed = false;
  readonly advise: Advise;
  readonly #onNote: (text: string) => void;
  readonly #noted = new Set<string>();
  /** The ids of 9 digits or more, until one has more than six significant digits. */
  #shortIds: { count: number; first: string } | undefined = { count: 0, first: "" };
  /** The first id that was a floating-point number, and the first of 16 digits or more, each with its line. */
  #floatId: string | undefined;
  #longId: string | undefined;

  /** @param onNote gets sentences about rows that have no problem, before these rows are sent, or when it is noticed */
  constructor(advise = adviseProgram, onNote: (text: string) => void = () => {}) {
    this.advise = advise;
    this.#onNote = onNote;
  }

  /** Says something once. */
  note(kind: string, text: string): void {
    if (this.#noted.has(kind)) return;
    this.#noted.add(kind);
    this.#onNote(text);
  }

  /** @param names of all columns or keys of the input */
  noteOthers(names: string[], columns: PlantColumns): void {
    const fields = namesOf(columns);
    const others = names.filter((name) => name !== "" && !fields.has(name));
    if (others.length > 0)
      this.note(
        "others",
        `Only ${listFields('"', columns)} are read. The input also has ${listNames(others)}.`,
      );
  }

  /** @param text of an id. Returns the problem as a sentence */
  findIdProblem(text: string, line: number): string | undefined {
    const problem = findIdProblem(text);
    if (problem !== undefined && isFloatingPoint(text)) this.#floatId ??= `${text} on line ${line}`;
    return problem;
  }

  /** Looks for ids that another program may have changed. Notes only, because exact ids can look so, too. */
  noteIds(rows: { line: number; plant?: unknown }[]): void {
    for (const { line, plant } of rows) {
      const id: unknown = Object(plant).id;
      if ((typeof id !== "number" && typeof id !== "bigint") || (id < 1e8 && id > -1e8)) continue;
      if (id >= 1e15 || id <= -1e15) this.#longId ??= `${id} on line ${line}`;
      if (!this.#shortIds) continue;
      if (!/^-?\d{1,6}0{3,}$/.test(`${id}`)) this.#shortIds = undefined;
      else if (this.#shortIds.count++ === 0) this.#shortIds.first = `${id} on line ${line}`;
    }
    if (this.#floatId && this.#longId)
      this.note(
        "float",
        `The id ${this.#floatId} was a floating-point number, so ids such as ${this.#longId} may have lost their last digits, too. Compare them with their source.`,
      );
    if (this.#shortIds && this.#shortIds.count >= MIN_SHORT_IDS)
      this.note(
        "short",
        `All ids of 9 digits or more so far, such as ${this.#shortIds.first}, end in zeros after six digits, as some spreadsheets write long numbers. Compare them with their source.`,
      );
  }
}
