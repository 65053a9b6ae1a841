/** The options of reading an input. */
import { boolean, type OptionRules } from "../../../src/common/read-options.ts";
import { listFields } from "../../../src/contract/plant-fields.ts";
import { isColumns, type PlantColumns } from "./plant-columns.ts";
import type { InputFormat } from "./recognize-format.ts";

/**
 * Options of `readPlants`. An unknown option is rejected.
 *
 * @expand
 */
export interface ReadPlantsOptions {
  /**
   * The format of the input.
   * @default by the file's name: `.csv`, `.tsv`, `.json` or `.ndjson`, also with `.gz`. Otherwise, an input that begins with `{`
   * or `[` is JSON, and any other is CSV
   */
  format?: InputFormat | undefined;
  /** The names of the columns of CSV, or of the keys of JSON. Others are ignored. No two fields can have the same one. */
  columns?: PlantColumns | undefined;
  /**
   * The character between the cells of a CSV file.
   * @default what a first line such as `sep=;` says, otherwise "," (for `.tsv` a tab)
   */
  delimiter?: string | undefined;
  /**
   * Whether quoted cells of a CSV file may contain line breaks. Without it, a quote that is never closed ends the reading on
   * its own line.
   * @default false
   */
  multiline?: boolean | undefined;
  /**
   * `"none"`: quotes are characters like others, as in Darwin Core.
   * @default a CSV cell can be quoted, and a quote in it is then written twice
   */
  quotes?: "none" | undefined;
  /**
   * What a backslash in a CSV cell means. `"backslash"`: it begins an escape, such as `\t` or `\n`, `\N` is no value, and
   * quotes are characters like others: `COPY`, `mysql -B`, ClickHouse. `"none"`: it is a character like others.
   * @default it is a character like others, but in a file separated by tabs, a row with such an escape has a `problem`
   */
  escape?: "backslash" | "none" | undefined;
  /**
   * The unquoted CSV cells that are no value, such as `["NULL"]`. With `""`, all others are texts.
   * @default none. A row has a `problem` if it has `\N`, `NULL`, `null`, `NaN`, `None`, `<nil>`, another such word, or an error of a spreadsheet
   */
  null?: readonly string[] | undefined;
}

/** What a delimiter can be, as a regular expression. */
export const DELIMITER = '[^"\\r\\n]';

export const INPUT_RULES = {
  format: [(value) => value === "json" || value === "csv", '"json" or "csv"'],
  columns: [isColumns, `an object with a column for each of ${listFields("`")}, and no column for two`, {}],
  delimiter: [
    (value: unknown) => typeof value === "string" && new RegExp(`^${DELIMITER}$`).test(value),
    "one character that is not a quote or a line break",
  ],
  multiline: [...boolean, false],
  quotes: [(value) => value === "none", '"none"'],
  escape: [(value) => value === "backslash" || value === "none", '"backslash" or "none"'],
  null: [
    (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === "string"),
    "an array of texts",
  ],
} satisfies OptionRules<ReadPlantsOptions>;
