/** Which column of CSV, or key of JSON, each field of a plant is read from. */
import { isObject } from "../../../src/common/read-options.ts";
import { FIELD_NAMES, isOptional, isPlantField } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";

/** The names of the columns of CSV, or of the keys of JSON, by field. By default, it is the name of the field. */
export type PlantColumns = { [Field in keyof NewPlant]?: string | undefined };

/** Whether no column is read for two fields. */
export function isColumns(value: unknown): value is PlantColumns {
  if (!isObject(value) || !Object.keys(value).every(isPlantField)) return false;
  if (!Object.values(value).every((name) => name === undefined || (typeof name === "string" && name !== "")))
    return false;
  return namesOf(value).size === FIELD_NAMES.length;
}

/** The field of each column or key. */
export const namesOf = (columns: PlantColumns) =>
  new Map<string, keyof NewPlant>(FIELD_NAMES.map((field) => [columns[field] ?? field, field]));

const OPTIONAL_FIELDS = FIELD_NAMES.filter(isOptional);
const NUMBER_FIELDS = FIELD_NAMES.filter((field) => readFieldText(field, "1") === 1);

type Fields = { [Field in keyof NewPlant]?: unknown };

const isInteger = (value: unknown) => typeof value === "string" && /^(?:0|-?[1-9]\d*)$/.test(value);

/** Databases write no value as a null. Programs that keep an int64 exact often write it as a string. */
export const hasDatabaseValue = (plant: Fields) =>
  OPTIONAL_FIELDS.some((field) => plant[field] === null) ||
  NUMBER_FIELDS.some((field) => isInteger(plant[field]));

export function readDatabaseValues(plant: Fields): void {
  for (const field of OPTIONAL_FIELDS) if (plant[field] === null) delete plant[field];
  for (const field of NUMBER_FIELDS)
    if (isInteger(plant[field])) plant[field] = readFieldText(field, `${plant[field]}`);
}

/** More names of columns and keys are not shown. */
export const MAX_NAMES = 20;

/**
 * An id as it is sent: `007`, `1e3` and what is rounded, such as `9007199254740993.0`, would change. In `1.000`, the dot may
 * group thousands, as in German.
 */
export const EXACT_ID = "(?:0|-?[1-9]\\d{0,14})\\.00?|0|-?[1-9]\\d*";

const INTEGER = new RegExp(`^(?:${EXACT_ID})$`);

/** What programs make of an integer that they took for a floating-point number. */
const FLOATING_POINT = /^-?(?:\d{16,}(?:\.0*|e.*)|\d(?:\.\d*)?e\+?0*(?:1[5-9]|[2-9]\d))$/i;

/** @param text of an id. Returns the problem as a sentence */
export function findIdProblem(text: string): string | undefined {
  if (INTEGER.test(text)) return undefined;
  const problem = FLOATING_POINT.test(text)
    ? 'was a floating-point number, so its last digits may be lost: without its ".0" or exponent, it may be the id of another plant. Export the ids again, as integers or texts'
    : "is not written as an integer, or would change when it is sent";
  return `The id ${JSON.stringify(text.slice(0, 40))} ${problem}.`;
}
