/** Parses CSV with a header line. */
import type { ReadOptions } from "../../../src/common/read-options.ts";
import { isOptional } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { PlantStoreImportError } from "../import-error.ts";
import { CellReader } from "./csv-cells.ts";
import {
  adviseUnpadded,
  describeLongRow,
  findCountProblem,
  isHeader,
  isOtherHeader,
  MAX_COLUMNS,
  readHeader,
  type Table,
} from "./csv-header.ts";
import { DELIMITER, type INPUT_RULES, type ReadPlantsOptions } from "./input-options.ts";
import type { InputReading } from "./input-reading.ts";
import type { PlantRow } from "./parse-json-row.ts";
import { CellSplitter, type CsvRow } from "./split-cells.ts";
import { decodeRow, type RowText } from "./split-rows.ts";

type CsvOptions = Omit<ReadOptions<ReadPlantsOptions, typeof INPUT_RULES>, "format">;

const DELIMITER_LINE = new RegExp(`^("?)sep=(${DELIMITER})\\1\\r*$`, "i");

const isBlank = (cell = "") => cell.trim() === "";

/** If so many rows are one value longer than the header, all are. */
const MAX_LONGER_ROWS = 64;

export class CsvParser {
  readonly #options: CsvOptions;
  readonly #reading: InputReading;
  readonly #splitter: CellSplitter;
  readonly #reader: CellReader;
  #table: Table | undefined;
  /**
   * The first rows, as long as all are one value longer than the header and may begin with R's names of rows: what they are if
   * other rows of that length are not so, and what they are if other rows have another length. Undefined after them.
   */
  #longer: { alike: PlantRow; alone: PlantRow }[] | undefined = [];

  /** @param defaultDelimiter if neither the options nor a first line such as `sep=;` say it */
  constructor(options: CsvOptions, defaultDelimiter: string, reading: InputReading) {
    this.#options = options;
    this.#reading = reading;
    this.#splitter = new CellSplitter(options, options.delimiter ?? defaultDelimiter, reading);
    this.#reader = new CellReader(options, this.#splitter, reading);
  }

  /**
   * Adds the row that ends on this line, unless it is the header or all of its cells are blank.
   *
   * @throws PlantStoreImportError if nothing from there on is known to be a row
   */
  parse(row: RowText, rows: PlantRow[]): void {
    let { text, problem } = decodeRow(row);
    if (!this.#splitter.isOpen) {
      // Of a file that was appended, because no id begins so.
      if (text.charCodeAt(0) === 0xfeff && this.#table?.indexes[0]?.[1] === 0) text = text.slice(1);
      const [, , delimiter] = (!this.#table && DELIMITER_LINE.exec(text)) || [];
      if (delimiter !== undefined) {
        this.#splitter.delimiter = this.#options.delimiter ?? delimiter;
        return;
      }
      if (/^\\\.\r*$/.test(text) && this.#options.escape === "backslash") return; // The end of a COPY in a dump.
    }
    const found = this.#splitter.split(text, row.line, problem);
    if (found) this.#readRow(found, row.isUnended === true, rows);
  }

  /** @throws PlantStoreImportError if the file ends in a quoted cell, is empty, or has R's names of rows */
  end(): void {
    this.#splitter.end();
    if (!this.#table)
      throw new PlantStoreImportError("input", "The file is empty: a CSV file begins with a header line.");
    if (this.#longer?.length) throw this.#rowNames(this.#longer);
  }

  /** Adds the rows that were kept back, as too long ones: the reading ends with another error. */
  giveUp(rows: PlantRow[]): void {
    for (const { alone } of this.#longer ?? []) rows.push(alone);
  }

  #readRow(row: CsvRow, isUnended: boolean, rows: PlantRow[]): void {
    const { line, cells, problem } = row;
    if (problem === undefined && cells.length <= MAX_COLUMNS && cells.every(isBlank)) return;
    const table = this.#table;
    if (!table) {
      if (problem !== undefined) throw new PlantStoreImportError("input", problem, { line });
      this.#table = readHeader(cells, this.#options.columns, this.#splitter.delimiter);
      this.#reading.noteOthers(this.#table.header, this.#options.columns);
      this.#reader.readHeader(row);
      return;
    }
    const found = problem ?? findCountProblem(cells, table, isUnended) ?? this.#toPlant(row, table);
    if (typeof found !== "string") this.#add(row, { line, plant: found }, table, rows);
    else if (isHeader(cells, table))
      this.#reading.note("header", `Line ${line} repeats the header, and was skipped, like others.`);
    else if (isOtherHeader(cells, table)) {
      const joined = `Line ${line} names the columns again, but differently, as joined files do. Nothing from there on was read. Write all rows with the same columns.`;
      throw new PlantStoreImportError("input", joined, { line });
    } else {
      const text = cells.join(this.#splitter.delimiter);
      this.#add(row, { line, text, problem: found }, table, rows);
    }
  }

  /** Adds a row, unless it and all before it may begin with R's names of rows. */
  #add({ line, cells }: CsvRow, row: PlantRow, table: Table, rows: PlantRow[]): void {
    if (!this.#longer) return void rows.push(row);
    const { length: width } = table.header;
    const isLonger = cells.length === width + 1;
    if (isLonger && (!isBlank(cells[width]) || /^\s*-?\d+\s*$/.test(`${cells[1]}`))) {
      const text = cells.join(this.#splitter.delimiter);
      const alone = "problem" in row ? row : { line, text, problem: describeLongRow(width) };
      if (this.#longer.push({ alike: row, alone }) < MAX_LONGER_ROWS) return;
      throw this.#rowNames(this.#longer);
    }
    if (this.#longer.length > 0 && !isLonger) table.width = Math.max(cells.length, width);
    rows.push(...this.#longer.map(({ alike, alone }) => (isLonger ? alike : alone)), row);
    this.#longer = undefined;
  }

  #rowNames([first]: { alike: PlantRow }[]): PlantStoreImportError {
    this.#longer = undefined; // None of them is a row.
    const { line } = first?.alike ?? {};
    const problem = `The header has one name less than the rows, the first on line ${line}. If R has written its row names, write the file with row.names = FALSE or col.names = NA. A cell that contains the delimiter must be quoted.`;
    return new PlantStoreImportError("input", problem, { line });
  }

  /** The plant is not validated yet. */
  #toPlant({ line, cells, quoted }: CsvRow, table: Table): object | string {
    const plant: { [Field in keyof NewPlant]?: unknown } = {};
    for (const [field, index] of table.indexes) {
      let cell = cells[index] ?? "";
      const isQuoted = quoted.length > 0 && quoted.includes(index);
      const isText = field !== "id";
      if (isText && table.padding && !isQuoted && cell !== cell.trim())
        return `The ${field} is padded with spaces, like the header. ${adviseUnpadded(cells, table, this.#splitter.delimiter)}`;
      const problem = isText || isBlank(cell) ? undefined : this.#reading.findIdProblem(cell.trim(), line);
      if (isText || problem !== undefined) {
        const read = this.#reader.read(field, cell, isQuoted, line);
        if (typeof read !== "string") return read.problem;
        cell = read;
      }
      const value = readFieldText(field, cell);
      if (value === undefined || value === "") {
        if (!isOptional(field)) return `The row has no ${field}.`;
      } else if (problem !== undefined) return problem;
      else plant[field] = value;
    }
    return plant;
  }
}
