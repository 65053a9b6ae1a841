/** Validates a row of the input. */
import { formatIssues } from "../../../src/contract/issues.ts";
import { parseNewPlant } from "../../../src/contract/parse-new-plant.ts";
import { pickFields } from "../../../src/contract/plant-fields.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import type { PlantRow } from "../input/parse-json-row.ts";
import { hasDatabaseValue, readDatabaseValues } from "../input/plant-values.ts";
import { keyOfPlant, type RowKey } from "../input/row-key.ts";
import type { ImportedRow } from "./imported-row.ts";

export interface ValidRow {
  line: number | undefined;
  /** A copy, which nobody else can change. */
  plant: NewPlant;
  key: RowKey;
}

/** A row, or what to report if it cannot be sent. */
export type ValidatedRow = ValidRow | (ImportedRow & { key?: undefined });

/** An array of plants has rows without lines. */
export function validateRow(item: PlantRow | NewPlant): ValidatedRow {
  const held = { row: undefined, outcome: "not-created", action: "held" } as const;
  // A plant has an id, so an object with a line and without an id is a row of `readPlants`.
  const isRow = typeof item === "object" && item !== null && "line" in item && !("id" in item);
  const line = isRow ? item.line : undefined;
  if (isRow && "problem" in item) {
    const { text, problem: message } = item;
    return { ...held, line, plant: undefined, text, reason: "malformed", message };
  }
  const given = isRow ? item.plant : item;
  const { data: plant, issues } = parseNewPlant(readGiven(given));
  if (plant) return { line, plant, key: keyOfPlant(plant) };
  const message = `The plant is invalid: ${formatIssues(issues, "the plant")}.`;
  return { ...held, line, plant: given, reason: "invalid-plant", message };
}

function readGiven(given: unknown): unknown {
  try {
    if (!hasDatabaseValue(given as NewPlant)) return given;
    const plant = pickFields(given as NewPlant);
    readDatabaseValues(plant);
    return plant;
  } catch {
    return given; // It cannot be read: parsing it says why.
  }
}
