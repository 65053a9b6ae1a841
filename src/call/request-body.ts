/** Writes a request body as `JSON.stringify` would (docs/reliability.md promises that), but with exact integers. */
import { formatIssues, type PlantStoreIssue, toIssues } from "../contract/issues.ts";
import { stringifyJson } from "../contract/json.ts";
import { PlantStoreValidationError } from "../errors.ts";
import type { Operation } from "./operation.ts";
import { isObject } from "./read-options.ts";

/** @throws PlantStoreValidationError */
export function writeBody<Input>(
  { schema, noun }: NonNullable<Operation<Input, never>["request"]>,
  input: Input,
): string {
  const path: string[] = [];
  const invalid = (issues: PlantStoreIssue[], cause?: unknown) => {
    const message = `The ${noun} is invalid: ${formatIssues(issues, `the ${noun}`)}. Nothing was sent.`;
    return new PlantStoreValidationError(message, { outcome: "not-created", attempts: 0, issues, cause });
  };
  const unreadable = (message: string, cause: unknown) =>
    invalid([{ path, message, code: "unreadable" }], cause);

  let fields: unknown;
  try {
    fields = readFields(input, path);
  } catch (cause) {
    throw unreadable("cannot be read; see `cause`", cause);
  }
  const { error } = schema.safeParse(fields);
  if (error) throw invalid(toIssues(error));
  try {
    const members = Object.entries(fields as object).map(([name, value]) => {
      path[0] = name;
      return writeMember(name, value);
    });
    path.length = 0;
    return `{${members.filter(Boolean).join(",")}}`;
  } catch (cause) {
    // For example a cycle, or a value that is too long for a string.
    throw unreadable("cannot be written as JSON; see `cause`", cause);
  }
}

/**
 * Reads each property once, so that the validated values are the ones sent.
 *
 * @param path receives the name of the property that is being read
 */
function readFields(input: unknown, path: string[]): unknown {
  const source = isRecord(input) && typeof input.toJSON === "function" ? input.toJSON("") : input;
  if (!isRecord(source)) return source;
  const fields = Object.keys(source).map((name) => {
    path[0] = name;
    return [name, source[name]];
  });
  return Object.fromEntries(fields);
}

/** Returns a member such as `"name":"Fern"`, or nothing for a value that JSON leaves out, such as a function. */
function writeMember(name: string, value: unknown): string | undefined {
  // Written without JSON.rawJSON, which older runtimes lack.
  if (typeof value === "bigint") return `${JSON.stringify(name)}:${value}`;
  // JSON.stringify would call it on the object below.
  if (name === "toJSON" && typeof value === "function") return undefined;
  // Wrapped in an object, so that the value's toJSON receives the right key.
  return stringifyJson({ [name]: value })?.slice(1, -1);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}
