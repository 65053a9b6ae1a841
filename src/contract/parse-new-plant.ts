/** Reads and validates a plant that a caller passes: an object of any kind. */
import { type PlantStoreIssue, toIssues } from "./issues.ts";
import { type NewPlant, newPlantSchema } from "./schemas.ts";

/**
 * Reads `id`, `name` and `tag`, each once, and validates them. So what was validated is what is sent, and other columns of a
 * database row are not sent. Never throws, also if a getter does.
 */
export function parseNewPlant(value: unknown):
  | {
      success: true;
      /** Has the fields of the specification and no others. */
      data: NewPlant;
      issues?: undefined;
      cause?: undefined;
    }
  | {
      success: false;
      data?: undefined;
      /** What is wrong, field by field. */
      issues: PlantStoreIssue[];
      /** What reading the value threw. */
      cause?: unknown;
    } {
  const path: string[] = [];
  let fields = value;
  try {
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      const read = (field: keyof NewPlant) => {
        path[0] = field;
        return (value as NewPlant)[field];
      };
      fields = { id: read("id"), name: read("name"), tag: read("tag") };
    }
  } catch (cause) {
    const issue = { path, message: "cannot be read; see `cause`", code: "unreadable" } as const;
    return { success: false, issues: [issue], cause };
  }
  const { data, error } = newPlantSchema.safeParse(fields);
  if (error) return { success: false, issues: toIssues(error) };
  const { id, name, tag } = data;
  return { success: true, data: tag === undefined ? { id, name } : { id, name, tag } };
}
