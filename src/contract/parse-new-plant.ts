/** Reads and validates a plant that a caller passes: an object of any kind. */
import { isObject } from "../common/read-options.ts";
import { type PlantStoreIssue, toIssues } from "./issues.ts";
import { pickFields } from "./plant-fields.ts";
import { type NewPlant, newPlantSchema } from "./schemas.ts";

/**
 * Reads each field once, and validates what was read. So what was validated is what is sent, and other columns of a database
 * row are not sent. Never throws, also if a getter does.
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
  const path: PlantStoreIssue["path"] = [];
  let fields = value;
  try {
    if (isObject(value) && !Array.isArray(value)) fields = pickFields(value, path);
  } catch (cause) {
    const issue = { path, message: "cannot be read; see `cause`", code: "unreadable" } as const;
    return { success: false, issues: [issue], cause };
  }
  const { data, error } = newPlantSchema.safeParse(fields);
  return error ? { success: false, issues: toIssues(error) } : { success: true, data };
}
