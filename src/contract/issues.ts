/** What a schema found wrong with a value, as data and as text. */

/** One problem with a plant or with a response body. */
export interface PlantStoreIssue {
  /** Keys from the outermost to the innermost field; empty if the value as a whole is wrong. */
  path: PropertyKey[];
  /** What is wrong and what would be right. Never contains the value. */
  message: string;
}

/** Reduces Zod's issues to path and message: the rest can contain the value. */
export function toIssues(error: { issues: PlantStoreIssue[] }): PlantStoreIssue[] {
  return error.issues.map(({ path, message }) => ({ path, message }));
}

/**
 * Lists issues in one line, such as "`id` is missing; `name` must be a string".
 *
 * @param subject what to call the value as a whole
 */
export function formatIssues(issues: PlantStoreIssue[], subject: string): string {
  return issues
    .map(({ path, message }) => {
      const field = path.length === 0 ? subject : `\`${path.map(String).join(".")}\``;
      return `${field} ${message}`;
    })
    .join("; ");
}
