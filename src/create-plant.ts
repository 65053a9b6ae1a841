/** The operation, top to bottom: write the plant, send it, read the answer. */
import { readAnswer } from "./answer.ts";
import { Call } from "./call.ts";
import {
  type PlantStoreConfigurationError,
  type PlantStoreFailure,
  PlantStoreValidationError,
} from "./errors.ts";
import { stringifyJson } from "./json.ts";
import { type CreatePlantOptions, resolveOptions, type Settings } from "./options.ts";
import {
  issuesOf,
  type NewPlant,
  newPlantSchema,
  type Plant,
  type PlantStoreIssue,
  plantSchema,
} from "./schemas.ts";
import { send } from "./transport.ts";

/** What a call that created its plant gives. */
export interface CreatePlantSuccess {
  /** Tells a success from a failure. */
  success: true;
  /** The plant as the store answered it; in a text that echoes the bearer token, `[token]` stands in its place. */
  data: Plant;
  /** The answer's status, which is 200, and its headers, likewise without the token. */
  response: { status: number; headers: Headers };
  /** How many times a request was handed to `fetch`. */
  attempts: number;
  /** An earlier attempt ended `"unknown"`, which takes `retryUnknown`: the plant may exist twice. */
  possibleDuplicate: boolean;
}

/** What a call that failed gives. */
export interface CreatePlantFailure {
  /** Tells a failure from a success. */
  success: false;
  /** What went wrong; its `outcome` says whether there is a plant. */
  error: PlantStoreFailure;
}

/** What `safeCreatePlant` gives: `success` tells which. */
export type CreatePlantResult = CreatePlantSuccess | CreatePlantFailure;

/**
 * Creates a plant (specification, "Create plant"), without a client to keep.
 *
 * @returns the plant as the store answered it.
 * @throws a {@link PlantStoreFailure}: see {@link isPlantStoreFailure}.
 */
export async function createPlant(plant: NewPlant, options?: CreatePlantOptions): Promise<Plant> {
  return unwrap(await safeCreatePlant(plant, options));
}

/** {@link createPlant} for those who would rather look than catch: it never rejects. */
export function safeCreatePlant(plant: NewPlant, options?: CreatePlantOptions): Promise<CreatePlantResult> {
  return performCreatePlant(() => resolveOptions(options), plant);
}

/** The plant of a result, or its error thrown. */
export function unwrap(result: CreatePlantResult): Plant {
  if (result.success) return result.data;
  throw result.error;
}

/** The operation itself, for a client and for the functions that stand alone. It never rejects. */
export async function performCreatePlant(
  resolve: () => Settings,
  plant: NewPlant,
): Promise<CreatePlantResult> {
  let call: Call | undefined;
  try {
    const settings = resolve();
    call = new Call(settings, `${settings.baseUrl}/plants`);
    const answer = await readAnswer(call, await send(call, writePlant(plant)), plantSchema);
    call.succeeded();
    const { attempts, possibleDuplicate } = call;
    return { success: true, ...answer, attempts, possibleDuplicate };
  } catch (thrown) {
    return { success: false, error: call?.failed(thrown) ?? (thrown as PlantStoreConfigurationError) };
  } finally {
    call?.deadline.close();
  }
}

/**
 * A plant as the JSON text that `JSON.stringify` would make of it, its integers exact.
 *
 * @throws PlantStoreValidationError
 */
function writePlant(plant: NewPlant): string {
  const fields = readFields(plant);
  const { error } = newPlantSchema.safeParse(fields);
  if (error) throw invalid(issuesOf(error));
  const members = Object.entries(fields as NewPlant).map(([name, value]) => writeMember(name, value));
  return `{${members.filter(Boolean).join(",")}}`;
}

/** Each property is read once, so that what is checked is what is sent. */
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
    throw invalid([{ path, message: "cannot be read; the `cause` says why" }], cause);
  }
}

/** `"name":"Fern"`; nothing for what JSON leaves out, such as a function. */
function writeMember(name: string, value: unknown): string | undefined {
  try {
    // The id, which every runtime can write exactly.
    if (typeof value === "bigint") return `${JSON.stringify(name)}:${value}`;
    // Within the member's object it would be a method, which JSON.stringify calls.
    if (name === "toJSON" && typeof value === "function") return undefined;
    // As a member, so that a `toJSON` is given its name, as JSON.stringify would.
    return stringifyJson({ [name]: value })?.slice(1, -1);
  } catch (cause) {
    throw invalid([{ path: [name], message: "cannot be written as JSON; the `cause` says why" }], cause);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function invalid(issues: PlantStoreIssue[], cause?: unknown): PlantStoreValidationError {
  return new PlantStoreValidationError({ outcome: "not-created", attempts: 0, issues, cause });
}
