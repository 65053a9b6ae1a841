/** What the rules of a service say about a plant. */
import { FIELD_NAMES, isPlantField } from "../../src/contract/plant-fields.ts";
import { type PlantStoreRules, type Rejection, readDuplicates } from "../../src/contract/rules.ts";
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
  const problem =
    (id && rangeProblem(plant.id, id)) ??
    (name && lengthProblem("name", plant.name, name)) ??
    (tag && plant.tag !== undefined && lengthProblem("tag", plant.tag, tag));
  return problem ? toHttpError(rules.invalid, problem) : undefined;
}

function rangeProblem(
  id: NewPlant["id"],
  { min, max }: NonNullable<PlantStoreRules["id"]>,
): string | undefined {
  if (min !== undefined && id < min) return `\`id\` must be at least ${min}`;
  if (max !== undefined && id > max) return `\`id\` must be at most ${max}`;
  return undefined;
}

function lengthProblem(
  field: string,
  text: string,
  { minLength = 0, maxLength }: { minLength?: number | undefined; maxLength?: number | null | undefined },
): string | undefined {
  const length = [...text].length; // In code points.
  if (length < minLength) return `\`${field}\` must have at least ${minLength} characters, and has ${length}`;
  if (maxLength != null && length > maxLength)
    return `\`${field}\` must have at most ${maxLength} characters, and has ${length}`;
  return undefined;
}

/** @throws HttpError if the rules reject the plant because of those that exist */
export function checkDuplicates(rules: PlantStoreRules, plant: NewPlant, plants: StoredPlants): void {
  const { id, name } = plant;
  const existing = plants.withId(id);
  if (existing !== undefined) {
    const { equal = "created", different = "created" } = readDuplicates(rules);
    const decision = FIELD_NAMES.every((field) => existing[field] === plant[field]) ? equal : different;
    if (decision !== "created") throw toHttpError(decision, `\`id\` ${id} already exists`);
  }
  const unique = rules.name?.unique;
  if (unique && plants.withName(name)) throw toHttpError(unique, "a plant with this `name` already exists");
}
