/** Reads the plants that a mock starts with. */
import { formatIssues } from "../../src/contract/issues.ts";
import { type NewPlant, newPlantSchema } from "../../src/contract/schemas.ts";
import { UsageError } from "../terminal/usage-error.ts";

/**
 * Reads the plants of a file, in any format of an import.
 *
 * @throws UsageError or PlantStoreImportError, with the flag, the file and the line of its first problem
 */
export async function readStartPlants(flag: string, file: string): Promise<NewPlant[]> {
  // It would delay the start of a mock without a file.
  const { readBatches, rowsOf } = await import("../import/input/read-plants.ts");
  const name = `${flag} ${file}`;
  const plants: NewPlant[] = [];
  for await (const row of rowsOf(readBatches(file, {}, undefined, name))) {
    const { data, error } = newPlantSchema.safeParse("plant" in row ? row.plant : undefined);
    if (error) {
      const problem = "problem" in row ? row.problem : `${formatIssues(error.issues, "the row")}.`;
      throw new UsageError(`${name}, line ${row.line}: ${problem}`);
    }
    plants.push(data);
  }
  return plants;
}
