/** Reads a field of a plant from text: a cell of a table, an input of a form, or a column of a journal. */
import { FIELD_NAMES } from "./plant-fields.ts";
import { FIELDS, type NewPlant } from "./schemas.ts";

type Field = keyof NewPlant;

const fieldsThatAccept = (value: unknown): ReadonlySet<Field> =>
  new Set(FIELD_NAMES.filter((field) => FIELDS[field].safeParse(value).success));

const OPTIONAL = fieldsThatAccept(undefined);
const TEXTS = fieldsThatAccept("text");

export const isOptional = (field: Field) => OPTIONAL.has(field);

/**
 * Reads what `String` makes of a value of the field, and also a number in another notation. Ids are exact. Returns undefined
 * if a number is blank. Returns a text that is not a number as it is, for the schema to reject.
 */
export function readFieldText(field: Field, text: string): unknown {
  if (TEXTS.has(field)) return text;
  const digits = text.trim();
  if (digits === "") return undefined;
  const number = Number(digits);
  // A longer bigint would block a page for seconds.
  if (/^-?\d{1,999}$/.test(digits)) return Number.isSafeInteger(number) ? number : BigInt(digits);
  return Number.isNaN(number) ? text : number;
}
