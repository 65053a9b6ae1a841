/** What happens to each field of a plant in the same way. */
import { readField } from "../common/read-options.ts";
import { FIELDS, type NewPlant } from "./schemas.ts";

export const FIELD_NAMES = Object.keys(FIELDS) as (keyof NewPlant)[];

export const isPlantField = (name: string): name is keyof NewPlant => Object.hasOwn(FIELDS, name);

export const isOptional = (field: keyof NewPlant) => FIELDS[field].safeParse(undefined).success;

/** Such as "id, name and tag". @param quote to write around each name @param names other ones of the fields */
export const listFields = (quote = "", names: { [field in keyof NewPlant]?: string | undefined } = {}) =>
  new Intl.ListFormat("en-GB").format(FIELD_NAMES.map((field) => `${quote}${names[field] ?? field}${quote}`));

/**
 * Copies the fields of a plant, without those that are undefined. Reads each once.
 *
 * @param path gets the name of the field that is read, so that it is known if a getter throws
 */
export function pickFields<P extends Partial<NewPlant>>(plant: P, path: PropertyKey[] = []): P {
  const picked = Object.create(null); // Schemas also read what an object inherits.
  for (const field of FIELD_NAMES) {
    path[0] = field;
    const value = readField(plant, field);
    if (value !== undefined) picked[field] = value;
  }
  return picked;
}

/** Each field as it begins in JSON. Made once, because every call writes a plant. */
const KEYS = FIELD_NAMES.map((field) => [field, `"${field}":`] as const);

/** Writes a plant as JSON. By hand: `JSON.stringify` rejects a bigint, and not every runtime has `JSON.rawJSON`. */
export function writePlant(plant: Partial<NewPlant>): string {
  let json = "{";
  let separator = "";
  for (const [field, key] of KEYS) {
    const value = Object.hasOwn(plant, field) ? plant[field] : undefined;
    if (value === undefined) continue;
    json += separator + key + (typeof value === "string" ? JSON.stringify(value) : value);
    separator = ",";
  }
  return `${json}}`;
}
