/**
 * Splits the lines of CSV into cells. Not by a package: those that read a quote in an unquoted cell as it is, as in `5" pot`,
 * also read past a malformed quoted cell, and then take the rest of the file for a part of it.
 */
import { PlantStoreImportError } from "../import-error.ts";
import { MAX_COLUMNS } from "./csv-header.ts";
import type { ReadPlantsOptions } from "./input-options.ts";
import type { InputReading } from "./input-reading.ts";
import { CARRIAGE_RETURNS, checkRowLength } from "./split-rows.ts";

/** A row of CSV. */
export interface CsvRow {
  /** Line on which it begins. */
  line: number;
  /** At most one more than a header can have. */
  cells: string[];
  /** The indexes of those that were quoted. */
  quoted: number[];
  /** What is wrong with it, as a sentence. */
  problem: string | undefined;
}

/** Programs that write these delimiters often quote nothing. */
const UNQUOTED = "\t|";

export class CellSplitter {
  delimiter: string;
  /** Whether the file has quoted a cell. */
  isQuoting = false;
  /** Empty if cells are not quoted. Escapes have the same effect: programs that write them do not quote. */
  readonly quote: '"' | "";
  readonly #isMultiline: boolean;
  readonly #reading: InputReading;
  #row: CsvRow | undefined;
  /** The lines of a quoted cell that has not ended, and their length. */
  #open: string[] | undefined;
  #openLength = 0;
  /** Line on which the last quoted cell begins. */
  #cellLine = 1;

  constructor(
    { quotes, multiline = false, ...others }: Omit<ReadPlantsOptions, "columns">,
    delimiter: string,
    reading: InputReading,
  ) {
    this.delimiter = delimiter;
    this.quote = quotes === "none" || others.escape === "backslash" ? "" : '"';
    this.#isMultiline = multiline;
    this.#reading = reading;
  }

  /** Whether a quoted cell goes on in the next line. */
  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /**
   * Returns the row that ends on this line.
   *
   * @param problem what is wrong with the line
   * @throws PlantStoreImportError if it is unknown where a quoted cell ends, so that nothing after it is known to be a row
   */
  split(text: string, line: number, problem: string | undefined): CsvRow | undefined {
    this.#row ??= { line, cells: [], quoted: [], problem };
    const row = this.#row;
    row.problem ??= problem;
    let { length } = text;
    while (text[length - 1] === "\r") length -= 1; // Text that passed through several programs can have `\r\r\n`.
    if (this.#open || (this.quote && text.includes('"'))) this.#splitQuoted(text, length, line, row);
    else {
      const content = length < text.length ? text.slice(0, length) : text;
      // With a limit, splitting takes twice as long.
      const limit = content.length > MAX_COLUMNS ? MAX_COLUMNS + 1 : undefined;
      row.cells = content.split(this.delimiter, limit);
      if (content.includes("\r")) row.problem ??= STRAY_RETURN;
    }
    if (this.#open) return undefined;
    this.#row = undefined;
    return row;
  }

  /** @throws PlantStoreImportError if the file ends in a quoted cell */
  end(): void {
    if (this.#open) throw this.#malformed("does not end before the file does");
  }

  #splitQuoted(text: string, length: number, line: number, row: CsvRow): void {
    let from = 0;
    do {
      if (this.#open || text[from] === '"') {
        from = this.#readQuoted(text, from, line, row);
        if (this.#open) return;
        if (from < length && text[from] === "\r")
          throw new PlantStoreImportError("input", STRAY_RETURN, { line });
        if (from < length && text[from] !== this.delimiter)
          throw this.#malformed("goes on after its closing quote");
        this.isQuoting = true;
      } else {
        const found = text.indexOf(this.delimiter, from);
        const cell = text.slice(from, found === -1 ? length : found);
        if (cell.includes("\r")) row.problem ??= STRAY_RETURN;
        // The quote may begin a cell that goes on after the delimiter.
        if (/^ +"/.test(cell)) row.problem ??= this.#describeSpaces();
        if (row.cells.length <= MAX_COLUMNS) row.cells.push(cell);
        from += cell.length;
      }
    } while (from++ < length);
  }

  /** Adds a quoted cell, and returns the index after it. If it goes on in the next line, it stays open. */
  #readQuoted(text: string, start: number, line: number, { cells, quoted }: CsvRow): number {
    const from = this.#open ? start : start + 1;
    if (!this.#open) [this.#open, this.#openLength, this.#cellLine] = [[], 0, line];
    let end = text.indexOf('"', from);
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    this.#open.push(text.slice(from, end === -1 ? undefined : end));
    if (end !== -1) {
      let cell = this.#open.join("\n");
      if (cell.includes('"')) cell = cell.split('""').join('"'); // `replaceAll` needs three times the memory.
      if (cells.length <= MAX_COLUMNS) quoted.push(cells.push(cell) - 1);
      this.#open = undefined;
      return end + 1;
    }
    if (!this.#isMultiline) {
      const advice = { when: "If cells may contain line breaks", option: "multiline" };
      throw this.#malformed("does not end on that line", advice);
    }
    this.#openLength += text.length - from + 1;
    checkRowLength(this.#openLength, this.#cellLine);
    return text.length;
  }

  #describeSpaces(): string {
    const literal = this.isQuoting
      ? ""
      : ` If the file quotes no cells, ${this.#reading.advise("quotes", "none")}.`;
    return `A cell has spaces before its quote. Remove them, or quote the whole cell.${literal}`;
  }

  #malformed(problem: string, advice?: PlantStoreImportError["advice"]): PlantStoreImportError {
    const line = this.#cellLine;
    const text = `The quoted cell that begins on line ${line} ${problem}. Nothing from there on was read. Correct its quotes: a quote in a quoted cell is written twice.`;
    if (this.isQuoting || !UNQUOTED.includes(this.delimiter))
      return new PlantStoreImportError("input", text, { line, advice });
    const other = advice ? ` ${advice.when}, ${this.#reading.advise("multiline", true)}.` : "";
    const unquoted = { when: "If the file quotes no cells", option: "quotes", value: "none" };
    return new PlantStoreImportError("input", text + other, { line, advice: unquoted });
  }
}

const STRAY_RETURN = `${CARRIAGE_RETURNS} Otherwise, remove them, or quote the cell.`;
