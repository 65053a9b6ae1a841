/** A row of the input. */
import { formatIssues } from "../../contract/issues.ts";
import { parseNewPlant } from "../../contract/parse-new-plant.ts";
import type { NewPlant } from "../../contract/schemas.ts";
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
      /** The row as it is in the input. What is not UTF-8 is replaced. */
      text?: string;
      /** Why the row could not be parsed, as a sentence. */
      problem: string;
    };

/** What an import reads. */
export type ImportInput = Iterable<PlantRow | NewPlant> | AsyncIterable<PlantRow | NewPlant>;

/** A row of the input after its validation. */
export type InputRow = { line: number | undefined } & (
  | {
      /** A copy, which nobody else can change. */
      plant: NewPlant;
      key: RowKey;
    }
  | {
      /** What could be read of the plant. */
      plant: NewPlant | undefined;
      key?: undefined;
      /** The row as it is in the input, if it could not be parsed. */
      text?: string | undefined;
      /** Why the row cannot be sent. */
      reason: "malformed" | "invalid-plant";
      message: string;
    }
);

/** Reads and validates a row. An array of plants has rows without lines. */
export function readRow(item: PlantRow | NewPlant): InputRow {
  // A plant has an id, so an object with a line and without an id is a row of `readPlants`.
  const isRow = typeof item === "object" && item !== null && "line" in item && !("id" in item);
  if (!isRow) return readPlant(undefined, item as NewPlant);
  if ("plant" in item) return readPlant(item.line, item.plant);
  const { line, text, problem } = item;
  return { line, plant: undefined, text, reason: "malformed", message: problem };
}

function readPlant(line: number | undefined, item: NewPlant): InputRow {
  const { data: plant, issues } = parseNewPlant(item);
  if (plant) return { line, plant, key: keyOfPlant(plant) };
  const message = `The plant is invalid: ${formatIssues(issues, "the plant")}.`;
  return { line, plant: item, reason: "invalid-plant", message };
}
