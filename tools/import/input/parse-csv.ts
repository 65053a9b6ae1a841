/**
 * Parses CSV with a header line. Not by a package: those that read a quote in an unquoted cell as it is, as in `5" pot`, also
 * read past a malformed quoted cell, and then take the rest of the file for a part of it.
 */

import type { ReadOptions } from "../../../src/common/read-options.ts";
import { isOptional } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { PlantStoreImportError } from "../import-error.ts";
import { CellReader } from "./csv-cells.ts";
import { findColumns, findCountProblem, isOtherHeader, MAX_COLUMNS, type Table } from "./csv-header.ts";
import { DELIMITER, type INPUT_RULES, type ReadPlantsOptions } from "./input-options.ts";
import type { InputReading } from "./input-reading.ts";
import type { PlantRow } from "./parse-json-row.ts";
import { findIdProblem, MAX_NAMES } from "./plant-columns.ts";
import { CARRIAGE_RETURNS, checkRowLength, decodeRow, type RowText } from "./split-lines.ts";

/** Escapes have the same effect as quotes "none": programs that write them do not quote. */
export type CsvDialect = Omit<ReadOptions<ReadPlantsOptions, typeof INPUT_RULES>, "format"> & {
  /** If neither the options nor a first line such as `sep=;` say it. */
  defaultDelimiter: string;
};

const DELIMITER_LINE = new RegExp(`^("?)sep=(${DELIMITER})\\1\\r*$`, "i");

/** Programs that write these delimiters often quote nothing. */
const UNQUOTED = "\t|";

export class CsvParser {
  readonly #dialect: CsvDialect;
  readonly #reading: InputReading;
  #reader: CellReader;
  /** Empty if cells are not quoted. */
  readonly #quote: '"' | "";
  #delimiter: string;
  #table: Table | undefined;
  /** The cells of a row, at most one more than a header can have. */
  #cells: string[] = [];
  /** The indexes of those that are quoted, and as short as a word for no value or under a padded header. */
  readonly #quoted: number[] = [];
  /** Line on which the row begins. */
  #line = 1;
  /** What is wrong with its encoding. */
  #problem: string | undefined;
  /** The lines of a quoted cell that has not ended, and their length. */
  #open: string[] | undefined;
  #openLength = 0;
  /** Line on which the last quoted cell begins. */
  #cellLine = 1;

  constructor(dialect: CsvDialect, reading: InputReading) {
    this.#dialect = dialect;
    this.#delimiter = dialect.delimiter ?? dialect.defaultDelimiter;
    this.#quote = dialect.quotes === "none" || dialect.escape === "backslash" ? "" : '"';
    this.#reading = reading;
    this.#reader = new CellReader(dialect, this.#delimiter, reading);
  }

  /**
   * Returns the row that ends on this line, unless it is the header or all of its cells are blank.
   *
   * @throws PlantStoreImportError if it is unknown where a quoted cell ends, so that nothing after it is known to be a row
   */
  parse(row: RowText): PlantRow | undefined {
    const { line, isUnended = false } = row;
    let { text, problem } = decodeRow(row);
    this.#problem ??= problem;
    if (this.#open === undefined) {
      // Of a file that was appended, because no id begins so.
      if (text.charCodeAt(0) === 0xfeff && this.#table?.indexes[0]?.[1] === 0) text = text.slice(1);
      const [, , delimiter] = (!this.#table && DELIMITER_LINE.exec(text)) || [];
      if (delimiter !== undefined) {
        this.#delimiter = this.#dialect.delimiter ?? delimiter;
        this.#reader = new CellReader(this.#dialect, this.#delimiter, this.#reading);
        return undefined;
      }
      this.#line = line;
      if (/^\\\.\r*$/.test(text) && this.#dialect.escape === "backslash") return undefined; // The end of a COPY in a dump.
    }
    this.#split(text, line);
    return this.#open === undefined ? this.#endRow(isUnended) : undefined;
  }

  /** @throws PlantStoreImportError if the file ends in a quoted cell, or is empty */
  end(): void {
    if (this.#open !== undefined) throw this.#malformed("does not end before the file does");
    if (!this.#table)
      throw new PlantStoreImportError("input", "The file is empty: a CSV file begins with a header line.");
  }

  /** Appends the cells of a line. */
  #split(text: string, line: number): void {
    const delimiter = this.#delimiter;
    let { length } = text;
    while (text[length - 1] === "\r") length -= 1; // Text that passed through several programs can have `\r\r\n`.
    let from = 0;
    do {
      if (this.#open !== undefined || text[from] === this.#quote) {
        from = this.#readQuoted(text, from, line);
        if (this.#open !== undefined) return;
        if (from < length && text[from] !== delimiter) {
          if (text[from] === "\r") this.#rejectReturn();
          throw this.#malformed("goes on after its closing quote");
        }
      } else {
        const found = text.indexOf(delimiter, from);
        const end = found === -1 ? length : found;
        const cell = text.slice(from, end);
        if (cell.includes("\r")) this.#rejectReturn();
        if (this.#quote && /^ +"/.test(cell)) this.#rejectSpaces();
        this.#add(cell);
        from = end;
      }
    } while (from++ < length);
  }

  #add(cell: string): void {
    if (this.#cells.length <= MAX_COLUMNS) this.#cells.push(cell);
  }

  /** After a carriage return within a line and outside of quotes. @throws PlantStoreImportError if it is in the header */
  #rejectReturn(): void {
    if (!this.#table) throw new PlantStoreImportError("input", CARRIAGE_RETURNS);
    this.#problem ??= "The row has a carriage return outside of quotes. Remove it, or quote the cell.";
  }

  /** The quote may begin a cell that goes on after the delimiter. */
  #rejectSpaces(): void {
    const literal = `If the file quotes no cells, ${this.#reading.advise("quotes", "none")}.`;
    this.#problem ??= `A cell has spaces before its quote. Remove them, or quote the whole cell. ${literal}`;
  }

  /** Appends a quoted cell, and returns the index after it. If it goes on in the next line, it stays open. */
  #readQuoted(text: string, start: number, line: number): number {
    const from = this.#open ? start : start + 1;
    if (!this.#open) [this.#open, this.#openLength, this.#cellLine] = [[], 0, line];
    let end = text.indexOf('"', from);
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    this.#open.push(text.slice(from, end === -1 ? undefined : end));
    if (end !== -1) {
      let cell = this.#open.join("\n");
      if (cell.includes('"')) cell = cell.split('""').join('"'); // `replaceAll` needs three times the memory.
      if (cell.length <= this.#reader.longestWord || this.#table?.isPadded)
        this.#quoted.push(this.#cells.length);
      this.#add(cell);
      this.#open = undefined;
      return end + 1;
    }
    if (!this.#dialect.multiline) {
      const advice = { when: "If cells may contain line breaks", option: "multiline" };
      throw this.#malformed("does not end on that line", advice);
    }
    this.#openLength += text.length - from + 1;
    checkRowLength(this.#openLength, this.#cellLine);
    return text.length;
  }

  #endRow(isUnended: boolean): PlantRow | undefined {
    const [cells, line, table] = [this.#cells, this.#line, this.#table];
    const row = this.#problem ?? this.#readRow(cells, table, isUnended);
    this.#cells = [];
    if (this.#quoted.length > 0) this.#quoted.length = 0;
    this.#problem = undefined;
    if (typeof row !== "string") return row && { line, plant: row };
    if (!table) throw new PlantStoreImportError("input", row);
    const { header } = table;
    if (cells.length === header.length && cells.every((cell, index) => cell.trim() === header[index]))
      return void this.#reading.note("header", line);
    if (isOtherHeader(cells, table)) {
      const problem = `Line ${line} names the columns again, but differently, as joined files do. Nothing from there on was read. Write all rows with the same columns`;
      throw new PlantStoreImportError("input", `${problem}.`);
    }
    return { line, text: cells.join(this.#delimiter), problem: row };
  }

  /** Returns the plant, or the problem as a sentence. */
  #readRow(cells: string[], table: Table | undefined, isUnended: boolean): object | string | undefined {
    const isCounted = cells.length <= MAX_COLUMNS;
    if (isCounted && cells.every((cell) => cell.trim() === "")) return undefined;
    if (table) return findCountProblem(cells, table, isUnended, this.#quote) ?? this.#toPlant(cells, table);
    if (!isCounted) return `The header has more than ${MAX_COLUMNS} columns.`;
    const header = cells.map((cell) => cell.trim());
    const indexes = findColumns(header, this.#dialect.columns, this.#delimiter);
    const used = indexes.map(([, index]) => index);
    const isPadded = cells.some((cell, index) => cell !== header[index] && cell.trim() !== "");
    this.#table = { header, indexes, usedWidth: Math.max(...used) + 1, isPadded };
    const { ignored } = this.#reading;
    for (const [index, name] of header.entries())
      if (ignored.size < MAX_NAMES && !used.includes(index) && name !== "") ignored.add(name);
    return undefined;
  }

  /** The plant is not validated yet. */
  #toPlant(cells: string[], { indexes, isPadded }: Table): object | string {
    const plant: { [Field in keyof NewPlant]?: unknown } = {};
    for (const [field, index] of indexes) {
      let cell = cells[index] ?? "";
      if (isPadded && field !== "id" && cell !== cell.trim() && !this.#quoted.includes(index))
        return `The ${field} is padded with spaces, like the header. Export without them: by psql --csv instead of psql.`;
      const isExactId = field === "id" && findIdProblem(cell.trim()) === undefined;
      if (!isExactId && this.#reader.mayChange(cell)) {
        const found = this.#reader.read(field, cell, this.#quoted.includes(index), this.#line);
        if (typeof found !== "string") return found.problem;
        cell = found;
      }
      const value = readFieldText(field, cell);
      if (value === undefined || value === "") {
        if (isOptional(field)) continue;
        return `The row has no ${field}.`;
      }
      const problem = field === "id" && !isExactId ? findIdProblem(cell.trim()) : undefined;
      if (problem !== undefined) return problem;
      plant[field] = value;
    }
    return plant;
  }

  #malformed(problem: string, advice?: PlantStoreImportError["advice"]): PlantStoreImportError {
    const line = this.#cellLine;
    const text = `The quoted cell that begins on line ${line} ${problem}. Nothing from there on was read. Correct its quotes: a quote in a quoted cell is written twice.`;
    if (!UNQUOTED.includes(this.#delimiter))
      return new PlantStoreImportError("input", text, { line, advice });
    const other = advice ? ` ${advice.when}, ${this.#reading.advise("multiline", true)}.` : "";
    const unquoted = { when: "If the file quotes no cells", option: "quotes", value: "none" };
    return new PlantStoreImportError("input", text + other, { line, advice: unquoted });
  }
}
