/** Reads what programs write in a cell for no value and, in files without quotes, for a tab or a line break. */
import type { NewPlant } from "../../../src/contract/schemas.ts";
import type { ReadPlantsOptions } from "./input-options.ts";
import type { InputReading } from "./input-reading.ts";

type CellRules = Pick<ReadPlantsOptions, "escape" | "null">;

/** What an unquoted cell is taken for, unless the operator has said what is no value. */
const WORDS = new Map<string, "ambiguous" | "noted" | "no value">([
  ...["\\N", "NULL", "null", "NaN", "None", "<nil>"].map((word) => [word, "ambiguous"] as const),
  // The errors of spreadsheets.
  ...["#N/A", "#REF!", "#NAME?", "#VALUE!", "#DIV/0!", "#NUM!", "#NULL!", "#SPILL!", "#CALC!"].map(
    (word) => [word, "ambiguous"] as const,
  ),
  ["NA", "noted"], // Often a text, such as the code of a continent or a country.
]);

/** The characters after a backslash. */
const ESCAPES = new Map(
  Object.entries({ t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", v: "\v", 0: "\0", "'": "'", "\\": "\\" }),
);
const ESCAPE = /\\([tnrbfv0'\\])/g;
const AN_ESCAPE = /\\[tnrbfv0'\\]|^\\N$/;

export class CellReader {
  readonly #escape: CellRules["escape"];
  readonly #hasEscapes: boolean;
  readonly #reading: InputReading;
  readonly #words: typeof WORDS;
  /** The length of the longest text that may be no value. */
  readonly longestWord: number;

  constructor({ null: texts, ...rules }: CellRules, delimiter: string, reading: InputReading) {
    this.#escape = rules.escape;
    this.#hasEscapes = this.#escape === "backslash" || (this.#escape === undefined && delimiter === "\t");
    this.#reading = reading;
    this.#words = texts ? new Map(texts.map((text) => [text, "no value"])) : new Map(WORDS);
    if (this.#escape === "backslash") this.#words.set("\\N", "no value");
    this.longestWord = Math.max(0, ...Array.from(this.#words.keys(), ({ length }) => length));
  }

  /** Whether {@link read} must read this cell. */
  mayChange(cell: string): boolean {
    return cell !== "" && (cell.length <= this.longestWord || (this.#hasEscapes && cell.includes("\\")));
  }

  /** Returns the text of a plant's field, which is empty for no value, or what is wrong with it. */
  read(field: keyof NewPlant, cell: string, isQuoted: boolean, line: number): string | { problem: string } {
    const { advise } = this.#reading;
    const word = isQuoted ? undefined : this.#words.get(cell);
    if (word === "no value") return "";
    if (word === "ambiguous")
      return {
        problem: `The ${field} is ${cell}. If it means no value, ${advise("null", [cell])}. If it is a text, ${advise("null", [""])}.`,
      };
    if (word === "noted") this.#reading.note("NA", line);
    if (!this.#hasEscapes) return cell;
    const literal = `If backslashes are characters like others, ${advise("escape", "none")}.`;
    if (this.#escape === "backslash") {
      const [unknown] = /\\.?/s.exec(cell.replace(ESCAPE, "")) ?? [];
      return unknown === undefined
        ? cell.replace(ESCAPE, (found, char) => ESCAPES.get(char) ?? found)
        : { problem: `The ${field} contains ${unknown}, which is not an escape. ${literal}` };
    }
    const [found] = AN_ESCAPE.exec(cell) ?? [];
    if (found === undefined) return cell;
    return {
      problem: `The ${field} contains ${found}. If backslashes begin escapes, as in COPY and mysql -B, ${advise("escape", "backslash")}. ${literal}`,
    };
  }
}
