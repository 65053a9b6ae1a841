/** Reads a field of a plant from text: a cell of a table, an input of a form, or a column of a journal. */
import { readNumber } from "./json.ts";
import { FIELD_NAMES } from "./plant-fields.ts";
import { FIELDS, type NewPlant } from "./schemas.ts";

/** The others are numbers. */
const TEXT_FIELDS = new Set(FIELD_NAMES.filter((field) => FIELDS[field].safeParse("text").success));

/**
 * Reads what `String` makes of a value of the field, and numbers in other notations. Integers are exact. Returns undefined if a
 * number is blank. Returns a text that is not a number as it is, for the schema to reject.
 */
export function readFieldText(field: keyof NewPlant, text: string): unknown {
  if (TEXT_FIELDS.has(field)) return text;
  const digits = text.trim();
  if (digits === "") return undefined;
  const number = readNumber(digits);
  return Number.isNaN(number) ? text : number;
}
