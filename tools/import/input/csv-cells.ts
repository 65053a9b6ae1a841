/** Reads what programs write in a cell for no value and, in files without quotes, for a tab or a line break. */
import type { NewPlant } from "../../../src/contract/schemas.ts";
import type { ReadPlantsOptions } from "./input-options.ts";
import type { InputReading } from "./input-reading.ts";
import type { CellSplitter, CsvRow } from "./split-cells.ts";
import { isSpreadsheetError, looksLikeError } from "./spreadsheet-errors.ts";

type CellRules = Pick<ReadPlantsOptions, "quotes" | "escape" | "null">;

/** What programs write for no value, or for a value that they cannot write. All of these can be texts, too. */
const WORDS = new Set([
  ...["\\N", "NULL", "null", "NaN", "nan", "None", "<NA>", "<nil>", "<null>", "<NULL>", "(null)"],
  ...["ᴺᵁᴸᴸ", "undefined", "[object Object]"],
]);

/** The characters after a backslash. */
const ESCAPES = new Map(
  Object.entries({ t: "\t", n: "\n", r: "\r", b: "\b", f: "\f", v: "\v", 0: "\0", "'": "'", "\\": "\\" }),
);
const ESCAPE = /\\([tnrbfv0'\\])/g;
const AN_ESCAPE = /\\[tnrbfv0'\\]|^\\N$/;

export class CellReader {
  readonly #rules: CellRules;
  readonly #splitter: CellSplitter;
  readonly #reading: InputReading;
  /** What the operator has said is no value. */
  readonly #noValues: Set<string>;
  /** Whether all other cells are texts. */
  readonly #areOthersTexts: boolean;
  /** Whether all texts so far were quoted, also those that need no quotes: then `NA` without quotes is R's word. */
  #areTextsQuoted = true;

  constructor(rules: CellRules, splitter: CellSplitter, reading: InputReading) {
    this.#rules = rules;
    this.#splitter = splitter;
    this.#reading = reading;
    this.#noValues = new Set(rules.null);
    this.#areOthersTexts = this.#noValues.has("");
  }

  /** Looks at how the header is quoted. */
  readHeader({ cells, quoted, line }: CsvRow): void {
    this.#areTextsQuoted = quoted.length === cells.length;
    for (const cell of cells) this.#noteQuotes(cell, line);
  }

  /** Returns the text of a plant's field, which is empty for no value, or what is wrong with it. */
  read(field: keyof NewPlant, cell: string, isQuoted: boolean, line: number): string | { problem: string } {
    if (isQuoted || cell === "") return this.#readEscapes(field, cell);
    if (this.#noValues.has(cell) || (this.#rules.escape === "backslash" && cell === "\\N")) return "";
    if (!this.#areOthersTexts && this.#isNoValue(cell, line)) {
      const [ifNone, ifText] = [cell, ""].map((word) => this.#adviseNull(word));
      return {
        problem: `The ${field} is ${cell}. If it means no value, ${ifNone}. If it is a text, ${ifText}.`,
      };
    }
    this.#areTextsQuoted &&= field === "id";
    this.#noteQuotes(cell, line);
    if (cell !== cell.trim())
      this.#reading.note(
        "spaces",
        `The ${field} on line ${line} begins or ends with white space, which is sent. Others may, too.`,
      );
    return this.#readEscapes(field, cell);
  }

  #adviseNull(word: string): string {
    return this.#reading.advise("null", [...this.#noValues, word]);
  }

  /** Whether a cell may be no value. Notes a text that may be none. */
  #isNoValue(cell: string, line: number): boolean {
    if (WORDS.has(cell)) return true;
    if (cell === "NA") {
      if (this.#areTextsQuoted) return true;
      const advice = `If it means no value, ${this.#adviseNull("NA")}`;
      this.#reading.note("NA", `NA is read as a text, first on line ${line}. ${advice}.`);
    }
    if (isSpreadsheetError(cell)) return true;
    if (looksLikeError(cell))
      this.#reading.note(
        "error",
        `${cell} on line ${line} looks like a spreadsheet's error, and is read as a text.`,
      );
    return false;
  }

  #noteQuotes(cell: string, line: number): void {
    if (this.#splitter.quote !== "" || !/^".*"$/s.test(cell)) return;
    const { quotes = this.#rules.escape } = this.#rules;
    const option = quotes === "none" ? "quotes" : "escape";
    const advice = `If the file quotes cells, do not ${this.#reading.advise(option, `${quotes}`)}`;
    this.#reading.note(
      "quotes",
      `Cells have quotes, first on line ${line}, which are read as characters. ${advice}.`,
    );
  }

  #readEscapes(field: keyof NewPlant, cell: string): string | { problem: string } {
    if (!cell.includes("\\")) return cell;
    const { escape: rule } = this.#rules;
    const { advise } = this.#reading;
    const literal = `If backslashes are characters like others, ${advise("escape", "none")}.`;
    if (rule === "backslash") {
      const [unknown] = /\\.?/s.exec(cell.replace(ESCAPE, "")) ?? [];
      return unknown === undefined
        ? cell.replace(ESCAPE, (found, char) => ESCAPES.get(char) ?? found)
        : { problem: `The ${field} contains ${unknown}, which is not an escape. ${literal}` };
    }
    const [found] = AN_ESCAPE.exec(cell) ?? [];
    if (found === undefined || rule === "none" || this.#splitter.delimiter !== "\t") return cell;
    const escaped = this.#splitter.isQuoting
      ? ""
      : ` If backslashes begin escapes, as in COPY and mysql -B, ${advise("escape", "backslash")}.`;
    return { problem: `The ${field} contains ${found}.${escaped} ${literal}` };
  }
}
