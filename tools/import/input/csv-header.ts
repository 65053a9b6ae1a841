/** What the header of a CSV file says about its rows, and what is wrong with either. */
import { plural } from "../../../src/common/format-count.ts";
import { FIELD_NAMES, isOptional } from "../../../src/contract/plant-fields.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { PlantStoreImportError } from "../import-error.ts";
import { findIdProblem, MAX_NAMES, type PlantColumns } from "./plant-columns.ts";

/** As many as a spreadsheet has. The limit bounds the memory. */
export const MAX_COLUMNS = 16_384;

/** What the header says about the rows. */
export interface Table {
  header: string[];
  indexes: Indexes;
  /** The number of cells of the header up to the last one that is read. */
  usedWidth: number;
  /** Whether the cells of the header are padded with spaces. */
  isPadded: boolean;
  /** The number of cells of the first row that is right, or of the header if it has more. */
  width?: number;
}

/** The index of the column of each field; -1 without one. */
export type Indexes = [field: keyof NewPlant, index: number][];

/** A spreadsheet leaves out cells at the end of a row, and adds empty ones. @param quote empty if cells are not quoted */
export function findCountProblem(
  cells: string[],
  table: Table,
  isUnended: boolean,
  quote: string,
): string | undefined {
  const { length } = cells;
  const { header, usedWidth } = table;
  const width = header.length;
  if (length > width && cells.slice(width).some((cell) => cell.trim() !== "")) {
    const advice =
      quote === ""
        ? "No cell can contain the delimiter."
        : "A cell that contains the delimiter must be quoted.";
    return `The row has more cells than the header, which has ${width}. ${advice}`;
  }
  if (length > (table.width ?? length) && cells[width - 1]?.trim() !== "")
    return "The row has an empty cell that the rows before it lack. Quote a cell that contains the delimiter, or remove the last delimiter.";
  if (length >= (isUnended ? width : usedWidth)) {
    table.width ??= Math.max(length, width);
    return undefined;
  }
  const advice = isUnended
    ? "It is the last one, and has no line end: the file may be cut off."
    : "Write its empty cells, and quote a cell that contains a line break.";
  return `The row has ${plural(length, "cell")}, but the header has ${width}. ${advice}`;
}

/** Whether a row that is not a plant has the names of all required columns. */
export function isOtherHeader(cells: string[], { header, indexes }: Table): boolean {
  const names = cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim());
  return indexes.every(([field, index]) => isOptional(field) || names.includes(header[index] ?? ""));
}

/** @throws PlantStoreImportError if a column is missing or occurs twice */
export function findColumns(names: string[], columns: PlantColumns, delimiter: string): Indexes {
  const wanted = FIELD_NAMES.map((field) => columns[field] ?? field);
  return FIELD_NAMES.map((field) => {
    const name = columns[field] ?? field;
    const index = names.indexOf(name);
    if (index !== names.lastIndexOf(name)) {
      throw new PlantStoreImportError("input", `Two columns have the name "${name}". Rename one of them.`);
    }
    const isExpected = columns[field] !== undefined || !isOptional(field);
    if (index === -1 && isExpected) throw missingColumn(name, names, wanted, delimiter);
    return [field, index];
  });
}

function missingColumn(
  name: string,
  names: string[],
  wanted: string[],
  delimiter: string,
): PlantStoreImportError {
  const isId = (cell: string) => findIdProblem(cell) === undefined;
  const [first = "", ...others] = names;
  // pandas numbers columns that have no name from 0 on, and a header can have a year.
  if (isId(first) && first !== "0" && others.length > 0 && !others.some(isId)) {
    const all = names.map((_, index) => wanted[index] ?? `x${index + 1}`);
    const header = all.join(delimiter).replaceAll("\t", "\\t");
    const problem = `The file has no header line: it begins with a row. Add one that names its columns in their order: (printf '${header}\\n'; cat FILE)`;
    return new PlantStoreImportError("input", problem);
  }
  const shown = names.slice(0, MAX_NAMES).map((each) => JSON.stringify(each));
  const found = shown.join(", ") + (names.length > MAX_NAMES ? `, and ${names.length - MAX_NAMES} more` : "");
  const advice =
    names.length === 1
      ? { when: "If another character separates the cells", option: "delimiter" }
      : { when: "If the columns have other names", option: "columns" };
  const problem = `There is no column "${name}". The header has: ${found}.`;
  return new PlantStoreImportError("input", problem, { advice });
}
