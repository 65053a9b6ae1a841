/** The operation "Create plant": what it sends, what it expects, and the functions that perform it without a client. */
import type { Operation } from "./call/operation.ts";
import { perform } from "./call/perform.ts";
import { resolveOptions } from "./call/resolve-options.ts";
import { formatIssues, type PlantStoreIssue, toIssues } from "./contract/issues.ts";
import { stringifyJson } from "./contract/json.ts";
import { type NewPlant, newPlantSchema, type Plant, plantSchema } from "./contract/schemas.ts";
import { PlantStoreValidationError } from "./errors.ts";
import type { CreatePlantOptions } from "./options.ts";
import { outcomeOfBody, outcomeOfHead } from "./outcome.ts";
import { type PlantStoreResult, unwrap } from "./result.ts";

/** Result of {@link safeCreatePlant}. */
export type CreatePlantResult = PlantStoreResult<Plant>;

/** `POST /plants` (specification, "Create plant"). It is not idempotent. */
export const createPlantOperation: Operation<NewPlant, Plant> = {
  method: "POST",
  path: () => "/plants",
  writeBody: writePlant,
  responseSchema: plantSchema,
  outcomeOfHead,
  outcomeOfBody: (body, sent = "{}") => outcomeOfBody(body, sent),
  outcomeSentences: {
    "not-created": "No plant was created.",
    unknown: "The plant may have been created: sending it again may create a duplicate.",
    created: "The plant was created: do not send it again.",
  },
};

/**
 * Creates a plant (specification, "Create plant") without a client.
 *
 * @returns the plant as returned by the service
 * @throws a {@link PlantStoreFailure}, see {@link isPlantStoreFailure}
 */
export async function createPlant(plant: NewPlant, options?: CreatePlantOptions): Promise<Plant> {
  return unwrap(await safeCreatePlant(plant, options));
}

/** Works like {@link createPlant}, but never rejects: it returns failures. */
export function safeCreatePlant(plant: NewPlant, options?: CreatePlantOptions): Promise<CreatePlantResult> {
  return perform(createPlantOperation, plant, () => resolveOptions(options));
}

/**
 * Writes a plant as `JSON.stringify` would (docs/reliability.md promises that), but with exact integers.
 *
 * @throws PlantStoreValidationError
 */
function writePlant(plant: NewPlant): string {
  const fields = readFields(plant);
  const { error } = newPlantSchema.safeParse(fields);
  if (error) throw invalidPlant(toIssues(error));
  const path: string[] = [];
  try {
    const members = Object.entries(fields as NewPlant).map(([name, value]) => {
      path[0] = name;
      return writeMember(name, value);
    });
    path.length = 0;
    return `{${members.filter(Boolean).join(",")}}`;
  } catch (cause) {
    // For example a cycle, or a plant that is too long for a string.
    throw invalidPlant(
      [{ path, message: "cannot be written as JSON; see `cause`", code: "unreadable" }],
      cause,
    );
  }
}

/** Reads each property once, so that the validated values are the ones sent. */
function readFields(plant: unknown): unknown {
  const path: string[] = [];
  try {
    const source = isObject(plant) && typeof plant.toJSON === "function" ? plant.toJSON("") : plant;
    if (!isObject(source)) return source;
    const fields = Object.keys(source).map((name) => {
      path[0] = name;
      return [name, source[name]];
    });
    return Object.fromEntries(fields);
  } catch (cause) {
    throw invalidPlant([{ path, message: "cannot be read; see `cause`", code: "unreadable" }], cause);
  }
}

/** Returns a member such as `"name":"Fern"`, or nothing for a value that JSON leaves out, such as a function. */
function writeMember(name: string, value: unknown): string | undefined {
  // The id. Written without JSON.rawJSON, which older runtimes lack.
  if (typeof value === "bigint") return `${JSON.stringify(name)}:${value}`;
  // JSON.stringify would call it on the object below.
  if (name === "toJSON" && typeof value === "function") return undefined;
  // Wrapped in an object, so that the value's toJSON receives the right key.
  return stringifyJson({ [name]: value })?.slice(1, -1);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalidPlant(issues: PlantStoreIssue[], cause?: unknown): PlantStoreValidationError {
  const message = `The plant is invalid: ${formatIssues(issues, "the plant")}. Nothing was sent.`;
  return new PlantStoreValidationError(message, { outcome: "not-created", attempts: 0, issues, cause });
}
