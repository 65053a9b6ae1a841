/** Which column of CSV, or key of JSON, each field of a plant is read from. */
import { isObject } from "../../../src/common/read-options.ts";
import { FIELD_NAMES, isOptional, isPlantField } from "../../../src/contract/plant-fields.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { PlantStoreImportError } from "../import-error.ts";
import { quoteText } from "./plant-values.ts";

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

/** A column or key that is not read, and differs only in its case from the name of an optional field that is missing. */
export function findOtherCase(names: Iterable<string>, columns: PlantColumns): string | undefined {
  const all = [...names];
  const fields = namesOf(columns);
  const missing = FIELD_NAMES.filter(
    (field) => isOptional(field) && columns[field] === undefined && !all.includes(field),
  );
  return all.find((name) => !fields.has(name) && missing.some((field) => name.toLowerCase() === field));
}

/** Without its values, the plants would be created, and could not be changed any more. */
export function otherCaseError(kind: "column" | "key", name: string): PlantStoreImportError {
  const where = kind === "column" ? "The header has" : "The first rows have";
  const problem = `${where} the ${kind} ${quoteText(name)}, but not "${name.toLowerCase()}". If it is something else, rename it.`;
  const advice = { when: "If it is the same", option: "columns" };
  return new PlantStoreImportError("input", problem, { advice });
}

/** More names of columns and keys are not shown. */
const MAX_NAMES = 20;

/** Such as `"id", "name"`. */
export function listNames(names: string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(quoteText).join(", ");
  return names.length > MAX_NAMES ? `${shown}, and ${names.length - MAX_NAMES} more` : shown;
}
