/** Which column of CSV, or key of JSON, each field of a plant is read from. */
import { isObject } from "../../../src/common/read-options.ts";
import { FIELD_NAMES, isOptional, isPlantField } from "../../../src/contract/plant-fields.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";

/** The names of the columns of CSV, or of the keys of JSON, by field. By default, it is the name of the field. */
export type CsvColumns = { [Field in keyof NewPlant]?: string | undefined };

/** Whether no column is read for two fields. */
export function isColumns(value: unknown): value is CsvColumns {
  if (!isObject(value) || !Object.keys(value).every(isPlantField)) return false;
  if (!Object.values(value).every((name) => name === undefined || (typeof name === "string" && name !== "")))
    return false;
  return namesOf(value).size === FIELD_NAMES.length;
}

/** The field of each column or key. */
export const namesOf = (columns: CsvColumns) =>
  new Map<string, keyof NewPlant>(FIELD_NAMES.map((field) => [columns[field] ?? field, field]));

const OPTIONAL_FIELDS = FIELD_NAMES.filter(isOptional);

type Fields = { [Field in keyof NewPlant]?: unknown };

/** A null in an optional field is no value, as in a database. */
export const hasNull = (plant: Fields) => OPTIONAL_FIELDS.some((field) => plant[field] === null);

export function deleteNulls(plant: Fields): void {
  for (const field of OPTIONAL_FIELDS) if (plant[field] === null) delete plant[field];
}

/** More names of columns and keys are not shown. */
export const MAX_NAMES = 20;

/** An id as it is sent: `007`, `1e3` and what is rounded, such as `9007199254740993.0`, would change. */
export const EXACT_ID = "(?:0|-?[1-9]\\d{0,14})\\.0+|0|-?[1-9]\\d*";

const INTEGER = new RegExp(`^(?:${EXACT_ID})$`);

/** @param text of an id. Returns the problem as a sentence */
export function findIdProblem(text: string): string | undefined {
  if (INTEGER.test(text)) return undefined;
  return `The id ${JSON.stringify(text.slice(0, 40))} is not written as an integer, or would change when it is sent.`;
}
