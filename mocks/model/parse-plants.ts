/** Plants as the mock keeps them. */
import { formatIssues } from "../../src/contract/issues.ts";
import { type NewPlant, newPlantSchema } from "../../src/contract/schemas.ts";
import { OptionError } from "./read-options.ts";

/** Keeps only the fields of the specification. Ids become comparable: a number if it is exact, and never `-0`. */
export function normalizePlant({ id, name, tag }: NewPlant): NewPlant {
  const number = Number(id);
  const plant = { id: Number.isSafeInteger(number) ? number + 0 : id, name };
  return tag === undefined ? plant : { ...plant, tag };
}

/**
 * @param option of the caller, for the message
 * @throws OptionError for the first plant that is not valid
 */
export function parsePlants(plants: readonly unknown[], caller: string, option: string): NewPlant[] {
  return Array.from(plants, (plant, index) => {
    const { data, error } = newPlantSchema.safeParse(plant);
    if (data) return normalizePlant(data);
    throw new OptionError(caller, `${option}[${index}]`, `is invalid: ${formatIssues(error.issues, "it")}`);
  });
}
