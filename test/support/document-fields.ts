/** The fields of a plant in the OpenAPI document. Not those of the project's own list, which tests compare with these. */
import type { NewPlant } from "plant-store-sdk";
import document from "../../docs/openapi.json" with { type: "json" };

export interface DocumentField {
  type: string;
  format?: string;
}

type Fields = Record<string, DocumentField>;

const { Plant, NewPlant: New, Error: ErrorBody } = document.components.schemas;

/** The fields of each object, by name. */
export const documentFields = {
  Plant: Plant.properties as Fields,
  NewPlant: Object.assign({}, New.allOf[1]?.properties, Plant.properties) as Fields,
  Error: ErrorBody.properties as Fields,
};

export const fieldNames = Object.keys(documentFields.NewPlant) as (keyof NewPlant)[];

/** The fields that a plant can do without. */
export const optionalNames = Object.keys(Plant.properties).filter(
  (name) => !Plant.required.includes(name),
) as (keyof NewPlant)[];

/** Whether a plant can have this value of a field. Ids are int64: a number if it is exact, otherwise a bigint. */
export function isValid(field: keyof NewPlant, value: unknown): boolean {
  if (value === undefined) return optionalNames.includes(field);
  const type = documentFields.NewPlant[field]?.type;
  if (type !== "integer") return typeof value === type;
  return typeof value === "bigint" ? BigInt.asIntN(64, value) === value : Number.isSafeInteger(value);
}

/** A plant with every field. Plants with different numbers differ in every field. */
export function completePlant(number: number): NewPlant {
  const values: Record<string, (name: string) => unknown> = {
    string: (name) => `${name} ${number}`,
    integer: () => number,
    number: () => number + 0.5,
  };
  const fields = Object.entries(documentFields.NewPlant);
  return Object.fromEntries(fields.map(([name, { type }]): unknown[] => [name, values[type]?.(name)]));
}
