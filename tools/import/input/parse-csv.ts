/**
 * Parses CSV with a header line. Not by a package: those that read a quote in an unquoted cell as it is, as in `5" pot`, also
 * read past a malformed quoted cell, and then take the rest of the file for a part of it.
 */
import { FIELD_NAMES, isOptional } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { PlantRow } from "./parse-json-row.ts";
import { checkRowLength, decodeRow, type RowText } from "./split-lines.ts";

/**
 * The names of the columns, by field. By default, a column has the name of its field, and that of an optional field can be
 * missing.
 */
export type CsvColumns = { [Field in keyof NewPlant]?: string | undefined };

/** The index of the column of each field; -1 without one. */
type Indexes = [field: keyof NewPlant, index: number][];

export interface CsvDialect {
  columns: CsvColumns;
  delimiter: string;
  /** Whether quoted cells may contain line breaks. */
  multiline: boolean;
}

/** An integer as it will be sent: `007` and `1e3` would change. */
const INTEGER = /^(0|-?[1-9]\d*)$/;

export class CsvParser {
  readonly #dialect: CsvDialect;
  readonly #ignored: Set<string>;
  #indexes: Indexes | undefined;
  #columns = 0;
  #cells: string[] = [];
  /** Line on which the row begins. */
  #line = 1;
  /** What is wrong with its encoding. */
  #problem: string | undefined;
  /** A quoted cell that has not ended. */
  #open: string | undefined;
  /** Line on which the last quoted cell begins. */
  #cellLine = 1;

  /** @param ignored takes the names of the columns that are not read */
  constructor(dialect: CsvDialect, ignored: Set<string>) {
    this.#dialect = dialect;
    this.#ignored = ignored;
  }

  /**
   * Returns the row that ends on this line, unless it is the header or empty.
   *
   * @throws PlantStoreImportError if it is unknown where a quoted cell ends, so that nothing after it is known to be a row
   */
  parse(row: RowText): PlantRow | undefined {
    const { line } = row;
    const { text, problem } = decodeRow(row);
    this.#problem ??= problem;
    if (this.#open === undefined) {
      if (text === "" || text === "\r") return undefined;
      this.#line = line;
    }
    this.#split(this.#indexes ? text : text.replace(/^\ufeff/, ""), line);
    return this.#open === undefined ? this.#endRow() : undefined;
  }

  /** @throws PlantStoreImportError if the file ends in a quoted cell, or is empty */
  end(): void {
    if (this.#open !== undefined) throw malformed(this.#cellLine, "does not end before the file does");
    if (!this.#indexes)
      throw new PlantStoreImportError("input", "The file is empty: a CSV file begins with a header line.");
  }

  /** Appends the cells of a line. */
  #split(text: string, line: number): void {
    const { delimiter } = this.#dialect;
    const length = text.endsWith("\r") ? text.length - 1 : text.length;
    let from = 0;
    do {
      if (this.#open !== undefined || text[from] === '"') {
        from = this.#readQuoted(text, from, line);
        if (this.#open !== undefined) return;
        if (from < length && text[from] !== delimiter)
          throw malformed(this.#cellLine, "goes on after its closing quote");
      } else {
        const found = text.indexOf(delimiter, from);
        const end = found === -1 ? length : found;
        this.#cells.push(text.slice(from, end));
        from = end;
      }
    } while (from++ < length);
  }

  /** Appends a quoted cell, and returns the index after it. If it goes on in the next line, it stays open. */
  #readQuoted(text: string, start: number, line: number): number {
    const isNew = this.#open === undefined;
    const from = isNew ? start + 1 : start;
    if (isNew) this.#cellLine = line;
    let end = text.indexOf('"', from);
    while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
    const cell = `${isNew ? "" : `${this.#open}\n`}${text.slice(from, end === -1 ? undefined : end)}`;
    this.#open = end === -1 ? cell : undefined;
    if (end !== -1) {
      this.#cells.push(cell.replaceAll('""', '"'));
      return end + 1;
    }
    if (!this.#dialect.multiline) {
      const advice = { when: "If cells may contain line breaks", option: "multiline" };
      throw malformed(line, "does not end on that line", advice);
    }
    checkRowLength(cell.length, this.#cellLine);
    return text.length;
  }

  #endRow(): PlantRow | undefined {
    const { delimiter, columns } = this.#dialect;
    const [cells, line, problem] = [this.#cells, this.#line, this.#problem];
    this.#cells = [];
    this.#problem = undefined;
    if (!this.#indexes) {
      if (problem !== undefined) throw new PlantStoreImportError("input", problem);
      this.#columns = cells.length;
      this.#indexes = findColumns(cells, columns);
      const used = this.#indexes.map(([, index]) => index);
      for (const [index, name] of cells.entries()) if (!used.includes(index)) this.#ignored.add(name.trim());
      return undefined;
    }
    const plant =
      problem ??
      (cells.length === this.#columns ? toPlant(cells, this.#indexes) : countProblem(cells, this.#columns));
    return typeof plant === "string"
      ? { line, text: cells.join(delimiter), problem: plant }
      : { line, plant };
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

const countProblem = (cells: string[], expected: number) =>
  `The row has ${cells.length} cells, but the header has ${expected}. A cell that contains the delimiter must be quoted.`;

/** Reads the plant of a row, or returns the problem as a sentence. */
function toPlant(cells: string[], indexes: Indexes): NewPlant | string {
  const plant: Record<string, unknown> = {};
  for (const [field, index] of indexes) {
    const cell = cells[index] ?? "";
    const value = readFieldText(field, cell);
    if (value === undefined || value === "") {
      if (isOptional(field)) continue;
      return `The row has no ${field}.`;
    }
    if (field === "id" && !INTEGER.test(cell.trim()))
      return `The id ${JSON.stringify(cell)} is not an integer, or would change when it is sent.`;
    plant[field] = value;
  }
  return plant as unknown as NewPlant; // Not validated yet.
}

/** @throws PlantStoreImportError if a column is missing or occurs twice */
function findColumns(header: string[], columns: CsvColumns): Indexes {
  if (header.some((name) => name.includes("\r")))
    throw new PlantStoreImportError(
      "input",
      "The lines of the file end in carriage returns. Convert them to line feeds.",
    );
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
  const found = names.map((each) => JSON.stringify(each)).join(", ");
  const advice =
    names.length === 1
      ? { when: "If another character separates the cells", option: "delimiter" }
      : { when: "If the columns have other names", option: "columns" };
  const problem = `There is no column "${name}". The header has: ${found}.`;
  return new PlantStoreImportError("input", problem, { advice });
}
