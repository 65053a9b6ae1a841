/** What the rules of a service say about a plant. */
import { FIELD_NAMES, isPlantField } from "../../src/contract/plant-fields.ts";
import {
  type PlantStoreRules,
  type Rejection,
  readDuplicates,
  rejectionOfIssue,
} from "../../src/contract/rules.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import { HttpError } from "../parts/http-error.ts";
import type { StoredPlants } from "./stored-plants.ts";

/** @param explanation the message, unless the rejection has one; the recorded request has it in any case */
export function toHttpError(
  { status = 400, error, message }: Partial<Rejection> = {},
  explanation: string,
): HttpError {
  // RFC 9110 section 11.6.1
  const headers = status === 401 ? { "www-authenticate": "Bearer" } : undefined;
  return new HttpError(status, message ?? explanation, headers, error, explanation);
}

/** Returns why a plant is rejected that is valid by the specification, or undefined. */
export function checkFields(
  rules: PlantStoreRules,
  plant: NewPlant,
  fields: string[],
): HttpError | undefined {
  const { id, name, tag, unknownFields } = rules;
  if (unknownFields !== undefined && unknownFields !== "ignored") {
    const unknown = fields.find((field) => !isPlantField(field));
    if (unknown !== undefined) return toHttpError(unknownFields, `\`${unknown}\` is not a field of a plant`);
  }
  const reject = (field: keyof NewPlant, code: "missing" | "range", problem: string | undefined) =>
    problem === undefined
      ? undefined
      : toHttpError(rejectionOfIssue(rules, { path: [field], code }), `\`${field}\` ${problem}`);
  if (tag?.missing && plant.tag === undefined) return reject("tag", "missing", "is missing");
  return (
    reject("id", "range", id && rangeProblem(plant.id, id)) ??
    reject("name", "range", name && lengthProblem(plant.name, name, rules.lengths)) ??
    reject("tag", "range", tag && lengthProblem(plant.tag ?? "", tag, rules.lengths))
  );
}

function rangeProblem(
  id: NewPlant["id"],
  { min, max }: NonNullable<PlantStoreRules["id"]>,
): string | undefined {
  if (min !== undefined && id < min) return `must be at least ${min}`;
  if (max !== undefined && id > max) return `must be at most ${max}`;
  return undefined;
}

/** What a length counts: its unit, and how to count it. */
const LENGTHS: Record<
  NonNullable<PlantStoreRules["lengths"]>,
  [unit: string, count: (text: string) => number]
> = {
  "code-points": ["characters", (text) => [...text].length],
  "utf-16": ["UTF-16 units", (text) => text.length],
  bytes: ["bytes", (text) => new TextEncoder().encode(text).length],
};

function lengthProblem(
  text: string,
  { minLength = 0, maxLength }: { minLength?: number | undefined; maxLength?: number | null | undefined },
  lengths: PlantStoreRules["lengths"] = "code-points",
): string | undefined {
  const [unit, count] = LENGTHS[lengths];
  const length = count(text);
  if (length < minLength) return `must have at least ${minLength} ${unit}, and has ${length}`;
  if (maxLength != null && length > maxLength)
    return `must have at most ${maxLength} ${unit}, and has ${length}`;
  return undefined;
}

export const isEqualPlant = (a: NewPlant, b: NewPlant) => FIELD_NAMES.every((field) => a[field] === b[field]);

/** @throws HttpError if the rules reject the plant because of those that exist */
export function checkDuplicates(rules: PlantStoreRules, plant: NewPlant, plants: StoredPlants): void {
  const { id, name } = plant;
  const { equal = "created", different = "created" } = readDuplicates(rules);
  const mayReject = equal !== "created" || different !== "created";
  const existing = mayReject ? plants.withId(id) : undefined;
  if (existing !== undefined) {
    const decision = isEqualPlant(existing, plant) ? equal : different;
    if (decision !== "created") throw toHttpError(decision, `\`id\` ${id} already exists`);
  }
  const unique = rules.name?.unique;
  if (unique && plants.withName(name)) throw toHttpError(unique, "a plant with this `name` already exists");
}
