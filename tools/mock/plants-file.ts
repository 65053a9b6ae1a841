/** Reads the plants that a mock starts with. */
import { formatIssues } from "../../src/contract/issues.ts";
import { type NewPlant, newPlantSchema } from "../../src/contract/schemas.ts";
import { readPlants } from "../import/index.ts";

/**
 * Reads a JSON array of plants, or NDJSON with one plant per line.
 *
 * @throws Error for the user, with the file and the line of its first problem
 */
export async function readStartPlants(file: string): Promise<NewPlant[]> {
  const plants: NewPlant[] = [];
  try {
    for await (const row of readPlants(file)) {
      const { data, error } = newPlantSchema.safeParse("plant" in row ? row.plant : undefined);
      if (error) {
        const problem = "problem" in row ? row.problem : `${formatIssues(error.issues, "the row")}.`;
        throw new Error(`line ${row.line}: ${problem}`);
      }
      plants.push(data);
    }
  } catch (error) {
    throw new Error(`--plants ${file}: ${(error as Error).message}`);
  }
  return plants;
}
