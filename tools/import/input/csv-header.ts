/** What the header of a CSV file says about its rows, and what is wrong with either. */
import { plural } from "../../../src/common/format-count.ts";
import { FIELD_NAMES, isOptional } from "../../../src/contract/plant-fields.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { PlantStoreImportError } from "../import-error.ts";
import { findOtherCase, listNames, otherCaseError, type PlantColumns } from "./plant-columns.ts";
import { findIdProblem, quoteText } from "./plant-values.ts";

/** As many as a spreadsheet has. The limit bounds the memory. */
export const MAX_COLUMNS = 16_384;

/** What the header says about the rows. */
export interface Table {
  header: string[];
  /** The index of the column of each field; -1 without one. */
  indexes: [field: keyof NewPlant, index: number][];
  /** The number of cells of the header up to the last one that is read. */
  usedWidth: number;
  /** How long the cells of the header are if they are padded with spaces. */
  padding: number[] | undefined;
  /** The number of cells of the first row that is right, or of the header if it has more. */
  width?: number;
}

/** @throws PlantStoreImportError if a column is missing or occurs twice */
export function readHeader(cells: string[], columns: PlantColumns, delimiter: string): Table {
  const inputError = (problem: string) => new PlantStoreImportError("input", problem);
  if (cells.length > MAX_COLUMNS) throw inputError(`The header has more than ${MAX_COLUMNS} columns.`);
  const header = cells.map((cell) => cell.trim());
  const indexes = FIELD_NAMES.map((field): [keyof NewPlant, number] => {
    const name = columns[field] ?? field;
    const index = header.indexOf(name);
    if (index !== header.lastIndexOf(name))
      throw inputError(`Two columns have the name ${quoteText(name)}. Rename one of them.`);
    const isExpected = columns[field] !== undefined || !isOptional(field);
    if (index === -1 && isExpected) throw missingColumn(name, header, columns, delimiter);
    return [field, index];
  });
  const otherCase = findOtherCase(header, columns);
  if (otherCase !== undefined) throw otherCaseError("column", otherCase);
  const usedWidth = Math.max(...indexes.map(([, index]) => index)) + 1;
  const isPadded = cells.some((cell, index) => cell !== header[index] && cell.trim() !== "");
  return { header, indexes, usedWidth, padding: isPadded ? cells.map(({ length }) => length) : undefined };
}

function missingColumn(name: string, header: string[], columns: PlantColumns, delimiter: string) {
  const isId = (cell: string) => findIdProblem(cell) === undefined;
  const [first = "", ...others] = header;
  // pandas numbers columns that have no name from 0 on, and a header can have a year.
  if (isId(first) && first !== "0" && others.length > 0 && !others.some(isId)) {
    const wanted = FIELD_NAMES.map((field) => columns[field] ?? field);
    const all = header.map((_, index) => wanted[index] ?? `x${index + 1}`);
    const line = all.join(delimiter).replaceAll("\t", "\\t");
    const problem = `The file has no header line: it begins with a row. Add one that names its columns in their order: (printf '${line}\\n'; cat FILE)`;
    return new PlantStoreImportError("input", problem);
  }
  const unnamed = header.indexOf("");
  const naming =
    unnamed === -1 || header.length === 1
      ? ""
      : ` Column ${unnamed + 1} has none: to read it, write its name in the header.`;
  const advice =
    header.length === 1
      ? { when: "If another character separates the cells", option: "delimiter" }
      : { when: "If the columns have other names", option: "columns" };
  const problem = `There is no column ${quoteText(name)}. The header has: ${listNames(header)}.${naming}`;
  return new PlantStoreImportError("input", problem, { advice });
}

export const describeLongRow = (width: number) =>
  `The row has more cells than the header, which has ${width}. One of them may contain the delimiter.`;

/** A spreadsheet leaves out cells at the end of a row, and adds empty ones. */
export function findCountProblem(cells: string[], table: Table, isUnended: boolean): string | undefined {
  const { length } = cells;
  const { length: width } = table.header;
  if (length > width && cells.slice(width).some((cell) => cell.trim() !== "")) return describeLongRow(width);
  if (length > (table.width ?? length) && cells[width - 1]?.trim() !== "")
    return "The row has an empty cell that the rows before it lack. Quote a cell that contains the delimiter, or remove the last delimiter.";
  if (length >= (isUnended ? width : table.usedWidth)) {
    table.width ??= Math.max(length, width);
    return undefined;
  }
  const advice = isUnended
    ? "It is the last one, and has no line end: the file may be cut off."
    : "Write its empty cells, and quote a cell that contains a line break.";
  return `The row has ${plural(length, "cell")}, but the header has ${width}. ${advice}`;
}

/** How to write a row without the spaces around its cells. psql writes all but the last cell as wide as the header. */
export function adviseUnpadded(cells: string[], { padding = [] }: Table, delimiter: string): string {
  const isAligned = cells.slice(0, -1).every(({ length }, index) => length === padding[index]);
  if (isAligned) return "Export without them: by psql --csv instead of psql.";
  const format = delimiter === "\t" ? "--tsv" : delimiter === "," ? "--csv" : `--csv --fs '${delimiter}'`;
  return `Export without them, or remove them: mlr ${format} clean-whitespace FILE.`;
}

/** Whether a row repeats the header. */
export const isHeader = (cells: string[], { header }: Table) =>
  cells.length === header.length && cells.every((cell, index) => cell.trim() === header[index]);

/** Whether a row that is not a plant has the names of all required columns. */
export function isOtherHeader(cells: string[], { header, indexes }: Table): boolean {
  const names = cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim());
  return indexes.every(([field, index]) => isOptional(field) || names.includes(header[index] ?? ""));
}
