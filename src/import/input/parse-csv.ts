/** Parses the rows of a CSV file with a header line. */
import { pipeline } from "node:stream";
import { type CsvError, type Parser, parse } from "csv-parse";
import { parseJson } from "../../contract/json.ts";
import type { NewPlant } from "../../contract/schemas.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { PlantRow } from "../input/plant-row.ts";
import { MAX_ROW_BYTES } from "../input/row-text.ts";

const FIELDS = ["id", "name", "tag"] as const;
type Field = (typeof FIELDS)[number];

/** The names of the columns. @expand */
export interface CsvColumns {
  /** @default "id" */
  id?: string | undefined;
  /** @default "name" */
  name?: string | undefined;
  /** The file may have no such column. An empty cell is no tag. @default "tag" */
  tag?: string | undefined;
}

/** An integer as it will be sent: `007` and `1e3` would change. */
const INTEGER = /^(0|-?[1-9]\d*)$/;

/** What a decoder writes for bytes that are not UTF-8. */
const REPLACEMENT_CHARACTER = "\ufffd";

const LINE_BREAK = /\r\n|[\r\n]/g;

/** @throws PlantStoreImportError if the header has no column for a field, or a row has more than 16 MiB */
export async function* parseCsv(
  chunks: AsyncIterable<Uint8Array>,
  columns: CsvColumns,
  delimiter: string,
): AsyncGenerator<PlantRow, void, undefined> {
  let indexes: Record<Field, number> | undefined;
  let cells = 0;
  // The parser counts CRLF in a quoted cell twice.
  let extraLines = 0;
  let lastLine = 0;
  const parser: Parser = parse({
    bom: true,
    delimiter,
    max_record_size: MAX_ROW_BYTES,
    record_delimiter: ["\r\n", "\n"],
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    // Called in the order of the rows, and before the parser continues.
    on_skip: (error): undefined => {
      const { code, lines } = error as CsvError & { lines: number };
      const isUnclosed = code === "CSV_QUOTE_NOT_CLOSED";
      const line = isUnclosed ? lastLine + 1 : lines - extraLines;
      lastLine = line;
      parser.push({ line, problem: isUnclosed ? UNCLOSED : MISPLACED } satisfies PlantRow);
    },
    on_record: (record: string[], { lines }) => {
      if (!indexes) {
        cells = record.length;
        indexes = findColumns(record, columns, delimiter);
        return null;
      }
      const breaks = record.join("").match(LINE_BREAK) ?? [];
      const characters = breaks.join("").length;
      const line = lines - extraLines - characters;
      lastLine = line + breaks.length;
      extraLines += characters - breaks.length;
      const plant = record.length === cells ? toPlant(record, indexes) : countProblem(record.length, cells);
      const row: PlantRow =
        typeof plant === "string" ? { line, text: record.join(delimiter), problem: plant } : { line, plant };
      return row as never; // The types allow only what the parser makes itself.
    },
  });
  pipeline(chunks, parser, () => {}); // The loop below throws its error.
  yield* parser;
  if (!indexes)
    throw new PlantStoreImportError("input", "The file is empty: a CSV file begins with a header line.");
}

const countProblem = (cells: number, expected: number) =>
  `The row has ${cells} cells, but the header has ${expected}. A cell that contains the delimiter must be quoted.`;

const UNCLOSED = "The row has a quoted cell that does not end before the file does.";
const MISPLACED = 'The row has a quote at a wrong place. Write a cell that contains quotes as "5"" pot".';

/** Reads the plant of a row, or returns the problem as a sentence. */
function toPlant(record: string[], indexes: Record<Field, number>): NewPlant | string {
  const [id = "", name = "", tag = ""] = FIELDS.map((field) => record[indexes[field]]);
  if ((id + name + tag).includes(REPLACEMENT_CHARACTER)) {
    return "The row is not valid UTF-8. Save the file as UTF-8; spreadsheets call it “CSV UTF-8”.";
  }
  const digits = id.trim();
  if (digits === "") return "The row has no id.";
  if (!INTEGER.test(digits))
    return `The id ${JSON.stringify(id)} is not an integer, or would change when it is sent.`;
  if (name === "") return "The row has no name.";
  return { id: parseJson(digits) as number | bigint, name, ...(tag !== "" && { tag }) };
}

/** @throws PlantStoreImportError if a column is missing or occurs twice */
function findColumns(header: string[], columns: CsvColumns, delimiter: string): Record<Field, number> {
  const names = header.map((name) => name.trim());
  const found = names.map((name) => JSON.stringify(name)).join(", ");
  const indexes = FIELDS.map((field) => {
    const name = columns[field] ?? field;
    const index = names.indexOf(name);
    if (names.indexOf(name, index + 1) > index && index !== -1) {
      throw new PlantStoreImportError("input", `Two columns have the name "${name}". Rename one of them.`);
    }
    const isOptional = field === "tag" && columns.tag === undefined;
    if (index === -1 && !isOptional) {
      const other = [";", "\t", ",", "|"].find(
        (each) => each !== delimiter && header.join("").includes(each),
      );
      const advice =
        header.length === 1 && other !== undefined
          ? `If ${other === "\t" ? "tabs separate" : `"${other}" separates`} the cells, set \`delimiter\``
          : "Name the columns with `columns`";
      throw new PlantStoreImportError(
        "input",
        `There is no column "${name}". The header has: ${found}. ${advice}.`,
      );
    }
    return [field, index];
  });
  return Object.fromEntries(indexes);
}
