/** Reads the values of a plant as programs write them. */
import { escapeUnits, HIDDEN } from "../../../src/common/escape-controls.ts";
import { FIELD_NAMES, isOptional } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";

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

/** A text for a message, in quotes. What is invisible is escaped, such as a space of another kind. */
export const quoteText = (text: string) =>
  JSON.stringify(text)
    .replace(HIDDEN, escapeUnits)
    .replace(/(?! )\p{Zs}/gu, escapeUnits);

/**
 * An id as it is sent: `007`, `1e3` and what is rounded, such as `9007199254740993.0`, would change. In `1.000`, the dot may
 * group thousands, as in German.
 */
const EXACT_ID = /^(?:(?:0|-?[1-9]\d{0,14})\.00?|0|-?[1-9]\d*)$/;

/** What programs make of an integer that they took for a floating-point number. */
const FLOATING_POINT = /^-?(?:\d{16,}(?:\.0*|e.*)|\d(?:\.\d*)?e\+?0*(?:1[5-9]|[2-9]\d))$/i;

export const isFloatingPoint = (id: string) => FLOATING_POINT.test(id);

/** @param text of an id. Returns the problem as a sentence */
export function findIdProblem(text: string): string | undefined {
  if (EXACT_ID.test(text)) return undefined;
  const problem = isFloatingPoint(text)
    ? 'was a floating-point number, so its last digits may be lost: without its ".0" or exponent, it may be the id of another plant. Export the ids again, as integers or texts'
    : "is not written as an integer without leading zeros, decimals and exponent";
  return `The id ${quoteText(text.slice(0, 40))} ${problem}.`;
}
