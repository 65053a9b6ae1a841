/**
 * Parses CSV with a header line. Not by a package: those that read a quote in an unquoted cell as it is, as in `5" pot`, also
 * read past a malformed quoted cell, and then take the rest of the file for a part of it.
 */
import { plural } from "../../../src/common/format-count.ts";
import { FIELD_NAMES, isOptional } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { PlantRow } from "./parse-json-row.ts";
import { type CsvColumns, findIdProblem, MAX_NAMES } from "./plant-columns.ts";
import { CARRIAGE_RETURNS, checkRowLength, decodeRow, type RowText } from "./split-lines.ts";

/** The index of the column of each field; -1 without one. */
type Indexes = [field: keyof NewPlant, index: number][];

export interface CsvDialect {
  columns: CsvColumns;
  /** Undefined if the file may say it in a first line such as `sep=;`. */
  delimiter: string | undefined;
  /** If neither says it. */
  defaultDelimiter: string;
  /** Whether quoted cells may contain line breaks. */
  multiline: boolean;
}

/** What a delimiter can be, as a regular expression. */
export const DELIMITER = '[^"\\r\\n]';

const DELIMITER_LINE = new RegExp(`^("?)sep=(${DELIMITER})\\1\\r*$`, "i");

/** As many as a spreadsheet has. The limit bounds the memory. */
const MAX_COLUMNS = 16_384;

export class CsvParser {
  readonly #columns: CsvColumns;
  readonly #isMultiline: boolean;
  readonly #ignored: Set<string>;
  #delimiter: string;
  readonly #isDelimiterFixed: boolean;
  #indexes: Indexes | undefined;
  /** The number of cells of the header, and of its cells up to the last one that is read. */
  #width = 0;
  #usedWidth = 0;
  /** The cells of a row, at most one more than a header can have. */
  #cells: string[] = [];
  /** Line on which the row begins. */
  #line = 1;
  /** What is wrong with its encoding. */
  #problem: string | undefined;
  /** The lines of a quoted cell that has not ended, and their length. */
  #open: string[] | undefined;
  #openLength = 0;
  /** Line on which the last quoted cell begins. */
  #cellLine = 1;

  /** @param ignored takes the names of the columns that are not read */
  constructor({ columns, delimiter, defaultDelimiter, multiline }: CsvDialect, ignored: Set<string>) {
    this.#columns = columns;
    this.#delimiter = delimiter ?? defaultDelimiter;
    this.#isDelimiterFixed = delimiter !== undefined;
    this.#isMultiline = multiline;
    this.#ignored = ignored;
  }

  /**
   * Returns the row that ends on this line, unless it is the header or all of its cells are blank.
   *
   * @throws PlantStoreImportError if it is unknown where a quoted cell ends, so that nothing after it is known to be a row
   */
  parse(row: RowText): PlantRow | undefined {
    const { line, isUnended = false } = row;
    const { text, problem } = decodeRow(row);
    this.#problem ??= problem;
    if (this.#open === undefined) {
      const [, , delimiter] = (!this.#indexes && DELIMITER_LINE.exec(text)) || [];
      if (delimiter !== undefined) {
        if (!this.#isDelimiterFixed) this.#delimiter = delimiter;
        return undefined;
      }
      this.#line = line;
    }
    this.#split(text, line);
    return this.#open === undefined ? this.#endRow(isUnended) : undefined;
  }

  /** @throws PlantStoreImportError if the file ends in a quoted cell, or is empty */
  end(): void {
    if (this.#open !== undefined) throw malformed(this.#cellLine, "does not end before the file does");
    if (!this.#indexes)
      throw new PlantStoreImportError("input", "The file is empty: a CSV file begins with a header line.");
  }

  /** Appends the cells of a line. */
  #split(text: string, line: number): void {
    const delimiter = this.#delimiter;
    let { length } = text;
    while (text[length - 1] === "\r") length -= 1; // Text that passed through several programs can have `\r\r\n`.
    let from = 0;
    do {
      if (this.#open !== undefined || text[from] === '"') {
        from = this.#readQuoted(text, from, line);
        if (this.#open !== undefined) return;
        if (from < length && text[from] !== delimiter) {
          if (text[from] === "\r") this.#rejectReturn();
          throw malformed(this.#cellLine, "goes on after its closing quote");
        }
      } else {
        const found = text.indexOf(delimiter, from);
        const end = found === -1 ? length : found;
        const cell = text.slice(from, end);
        if (cell.includes("\r")) this.#rejectReturn();
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
    if (!this.#indexes) throw new PlantStoreImportError("input", CARRIAGE_RETURNS);
    this.#problem ??= "The row has a carriage return outside of quotes. Remove it, or quote the cell.";
  }

  /** Appends a quoted cell, and returns the index after it. If it goes on in the next line, it stays open. */
  #readQuoted(text: string, start: number, line: number): number {
    const from = this.#open ? start : start + 1;
    if (!this.#open) [this.#open, this.#openLength, this.#cellLine] = [[], 0, line];
    let end = text.indexOf('"', from);
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    this.#open.push(text.slice(from, end === -1 ? undefined : end));
    if (end !== -1) {
      this.#add(this.#open.join("\n").split('""').join('"')); // `replaceAll` needs three times the memory.
      this.#open = undefined;
      return end + 1;
    }
    if (!this.#isMultiline) {
      const advice = { when: "If cells may contain line breaks", option: "multiline" };
      throw malformed(line, "does not end on that line", advice);
    }
    this.#openLength += text.length - from + 1;
    checkRowLength(this.#openLength, this.#cellLine);
    return text.length;
  }

  #endRow(isUnended: boolean): PlantRow | undefined {
    const [cells, line, problem] = [this.#cells, this.#line, this.#problem];
    this.#cells = [];
    this.#problem = undefined;
    const isCounted = cells.length <= MAX_COLUMNS;
    if (problem === undefined && isCounted && cells.every((cell) => cell.trim() === "")) return undefined;
    if (!this.#indexes) {
      if (problem !== undefined) throw new PlantStoreImportError("input", problem);
      this.#readHeader(cells);
      return undefined;
    }
    const plant = problem ?? this.#findCountProblem(cells, isUnended) ?? toPlant(cells, this.#indexes);
    return typeof plant === "string"
      ? { line, text: cells.join(this.#delimiter), problem: plant }
      : { line, plant };
  }

  #readHeader(cells: string[]): void {
    if (cells.length > MAX_COLUMNS)
      throw new PlantStoreImportError("input", `The header has more than ${MAX_COLUMNS} columns.`);
    this.#indexes = findColumns(cells, this.#columns);
    const used = this.#indexes.map(([, index]) => index);
    this.#width = cells.length;
    this.#usedWidth = Math.max(...used) + 1;
    for (const [index, cell] of cells.entries()) {
      const name = cell.trim();
      if (this.#ignored.size < MAX_NAMES && !used.includes(index) && name !== "") this.#ignored.add(name);
    }
  }

  /** A spreadsheet leaves out cells at the end of a row. */
  #findCountProblem({ length }: string[], isUnended: boolean): string | undefined {
    const quote = "A cell that contains the delimiter must be quoted.";
    if (length > this.#width)
      return `The row has more cells than the header, which has ${this.#width}. ${quote}`;
    if (length >= (isUnended ? this.#width : this.#usedWidth)) return undefined;
    const advice = isUnended ? "It is the last one, and has no line end: the file may be cut off." : quote;
    return `The row has ${plural(length, "cell")}, but the header has ${this.#width}. ${advice}`;
  }
}

function malformed(
  line: number,
  problem: string,
  advice?: PlantStoreImportError["advice"],
): PlantStoreImportError {
  const text = `The quoted cell that begins on line ${line} ${problem}. Nothing from there on was read. Correct its quotes: a quote in a quoted cell is written twice.`;
  return new PlantStoreImportError("input", text, { line, advice });
}

/** Reads the plant of a row, which is not validated yet, or returns the problem as a sentence. */
function toPlant(cells: string[], indexes: Indexes): NewPlant | string {
  const plant: { [Field in keyof NewPlant]?: unknown } = {};
  for (const [field, index] of indexes) {
    const cell = cells[index] ?? "";
    const value = readFieldText(field, cell);
    if (value === undefined || value === "") {
      if (isOptional(field)) continue;
      return `The row has no ${field}.`;
    }
    const problem = field === "id" ? findIdProblem(cell.trim()) : undefined;
    if (problem !== undefined) return problem;
    plant[field] = value;
  }
  return plant as NewPlant;
}

/** @throws PlantStoreImportError if a column is missing or occurs twice */
function findColumns(header: string[], columns: CsvColumns): Indexes {
  const names = header.map((name) => name.trim());
  return FIELD_NAMES.map((field) => {
    const name = columns[field] ?? field;
    const index = names.indexOf(name);
    if (index !== names.lastIndexOf(name)) {
      throw new PlantStoreImportError("input", `Two columns have the name "${name}". Rename one of them.`);
    }
    const isExpected = columns[field] !== undefined || !isOptional(field);
    if (index === -1 && isExpected) throw missingColumn(name, names);
    return [field, index];
  });
}

function missingColumn(name: string, names: string[]): PlantStoreImportError {
  const shown = names.slice(0, MAX_NAMES).map((each) => JSON.stringify(each));
  const found = shown.join(", ") + (names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : "");
  const advice =
    names.length === 1
      ? { when: "If another character separates the cells", option: "delimiter" }
      : { when: "If the columns have other names", option: "columns" };
  const problem = `There is no column "${name}". The header has: ${found}.`;
  return new PlantStoreImportError("input", problem, { advice });
}
