/** Reads the plant of the form. */
import type { NewPlant } from "plant-store-sdk";
import { FIELD_NAMES } from "../../../src/contract/plant-fields.ts";
import { readFieldText } from "../../../src/contract/read-field-text.ts";

/** Leaves out empty fields. Returns invalid input as it is, for the SDK to reject. */
export function readPlant(inputs: Record<keyof NewPlant, { value: string }>): NewPlant {
  const values = FIELD_NAMES.map((field) => [field, readFieldText(field, inputs[field].value)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== ""));
}
