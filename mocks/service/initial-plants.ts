/** The plants that a store has after a reset. */
import { formatIssues } from "../../src/contract/issues.ts";
import { type NewPlant, newPlantSchema } from "../../src/contract/schemas.ts";
import { OptionError } from "../model/option-error.ts";
import { normalizePlant } from "../model/protocol.ts";
import { contentOf } from "./obey-rules.ts";

/** Not changed: stores with the same settings share it. */
export class InitialPlants {
  readonly plants: readonly NewPlant[];
  /** The contents by id. */
  readonly contents: ReadonlyMap<NewPlant["id"], string>;
  readonly names: ReadonlySet<string>;

  constructor(plants: readonly NewPlant[]) {
    this.plants = plants;
    this.contents = new Map(plants.map((plant) => [plant.id, contentOf(plant)]));
    this.names = new Set(plants.map(({ name }) => name));
  }
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
