/** What a schema found wrong with a value, as data and as text. */

/** One problem with a plant or with a response body. */
export interface PlantStoreIssue {
  /** Keys from the outermost to the innermost field; empty if the value as a whole is wrong. */
  path: (string | number)[];
  /** What is wrong and what would be right, for developers. Never contains the value. */
  message: string;
  /**
   * What is wrong, so that a form can word it for its users.
   *
   * - `"missing"`: the field is required.
   * - `"type"`: the value has the wrong type.
   * - `"range"`: the integer is too small, too large, or a `number` that is not exact.
   * - `"unreadable"`: reading the value threw an error, or it cannot be written as JSON.
   */
  code: "missing" | "type" | "range" | "unreadable";
}

/** Reduces Zod's issues to these fields: the rest can contain the value. */
export function toIssues(error: { issues: ZodIssue[] }): PlantStoreIssue[] {
  return error.issues.map(({ path, message, params }) => ({
    path: path as PlantStoreIssue["path"], // JSON has no symbols.
    message,
    code: params?.code ?? "type",
  }));
}

/** What is read of Zod's issues. */
export interface ZodIssue {
  path: PropertyKey[];
  message: string;
  /** Set by the schemas of this package. */
  params?: { code?: PlantStoreIssue["code"] } | undefined;
}

/**
 * Lists issues in one line, such as "`id` is missing; `name` must be a string".
 *
 * @param subject what to call the value as a whole
 */
export function formatIssues(issues: Pick<ZodIssue, "path" | "message">[], subject: string): string {
  return issues
    .map(({ path, message }) => {
      const field = path.length === 0 ? subject : `\`${path.map(String).join(".")}\``;
      return `${field} ${message}`;
    })
    .join("; ");
}
