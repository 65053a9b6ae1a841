/** Plants as the mock keeps them. */
import { isPlantField } from "../../src/contract/plant-fields.ts";
import type { PlantStoreRules } from "../../src/contract/rules.ts";
import { type NewPlant, newPlantSchema } from "../../src/contract/schemas.ts";
import { invalidOption, readValue } from "./option-error.ts";

/** Keeps only the fields of the specification. Ids become comparable: a number if it is exact, and never `-0`. */
export function normalizePlant(plant: NewPlant): NewPlant {
  const number = Number(plant.id);
  const kept: NewPlant = { ...plant, id: Number.isSafeInteger(number) ? number + 0 : plant.id };
  for (const name in kept)
    if (!isPlantField(name) || kept[name] === undefined) delete kept[name as keyof NewPlant];
  return kept;
}

/** The largest double that is an int64: 2^63-1024. */
const MAX_ID = 9223372036854774784n;

/** A service that does not keep ids exactly rounds them to doubles. */
export function roundId(plant: NewPlant, { exactIds = true }: PlantStoreRules): NewPlant {
  const { id } = plant;
  if (exactIds || typeof id === "number") return plant;
  return { ...plant, id: id > MAX_ID ? MAX_ID : BigInt(Number(id)) };
}

/** @throws OptionError for the first plant that is not valid */
export function parsePlants(plants: readonly unknown[], rules: PlantStoreRules, caller: string): NewPlant[] {
  return Array.from(plants, (plant, index) => {
    const name = `plants[${index}]`;
    const { data, error } = readValue(caller, name, () => newPlantSchema.safeParse(plant));
    if (data) return roundId(normalizePlant(data), rules);
    throw invalidOption(caller, name, error.issues);
  });
}
