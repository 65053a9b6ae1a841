/** A row of the input. */
import { formatIssues, toIssues } from "../contract/issues.ts";
import { type NewPlant, newPlantSchema } from "../contract/schemas.ts";
import type { HoldReason } from "./imported-row.ts";
import { keyOfPlant, type RowKey } from "./row-key.ts";

/** A row that {@link readPlants} read: a plant that is not validated yet, or a problem. */
export type PlantRow =
  | {
      /** Line on which the row begins, from 1. */
      line: number;
      plant: NewPlant;
    }
  | {
      line: number;
      /** Why the row could not be parsed, as a sentence. */
      problem: string;
    };

/** A row of the input after its validation. */
export interface InputRow {
  line: number | undefined;
  plant: NewPlant | undefined;
  /** The key of the first row with this plant, or why the row cannot be sent. */
  key: RowKey | { reason: HoldReason; message: string };
}

/** Validates a row. An array of plants has rows without lines. */
export function readRow(item: PlantRow | NewPlant): InputRow {
  // A plant has an id. Whatever has none is not a plant either way.
  const isRow = typeof item === "object" && item !== null && "line" in item && !("id" in item);
  if (!isRow) return { line: undefined, plant: item as NewPlant, key: keyOf(item as NewPlant) };
  const { line } = item;
  if ("plant" in item) return { line, plant: item.plant, key: keyOf(item.plant) };
  return { line, plant: undefined, key: { reason: "malformed", message: item.problem } };
}

function keyOf(plant: NewPlant): InputRow["key"] {
  const { error } = newPlantSchema.safeParse(plant);
  try {
    if (!error) return keyOfPlant(plant);
  } catch {
    return { reason: "invalid-plant", message: "The plant cannot be written as JSON." };
  }
  const message = `The plant is invalid: ${formatIssues(toIssues(error), "the plant")}.`;
  return { reason: "invalid-plant", message };
}
