/** What the rules of a service say about a request. */
import type { PlantStoreRules, Rejection } from "../../src/contract/rules.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import { HttpError } from "../model/protocol.ts";

/** @param explanation if the rejection has no message of its own */
export function toHttpError(
  { status = 400, error, message }: Partial<Rejection> = {},
  explanation: string,
): HttpError {
  // RFC 9110 section 11.6.1
  const headers = status === 401 ? { "www-authenticate": "Bearer" } : undefined;
  return new HttpError(status, message ?? explanation, headers, error);
}

/**
 * Checks the id and the lengths of a plant that is valid by the specification.
 *
 * @param fields of the body
 * @throws HttpError if the rules reject it
 */
export function checkFields(rules: PlantStoreRules, plant: NewPlant, fields: string[]): void {
  const { id, name, tag, unknownFields } = rules;
  if (unknownFields !== undefined && unknownFields !== "ignored") {
    const unknown = fields.find((field) => !["id", "name", "tag"].includes(field));
    if (unknown !== undefined) throw toHttpError(unknownFields, `\`${unknown}\` is not a field of a plant`);
  }
  const problem =
    (id && rangeProblem(plant.id, id)) ??
    (name && lengthProblem("name", plant.name, name)) ??
    (tag && plant.tag !== undefined && lengthProblem("tag", plant.tag, tag));
  if (problem) throw toHttpError(rules.invalid, problem);
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

/** Equal for plants with the same name and tag. */
export function contentOf({ name, tag }: NewPlant): string {
  return JSON.stringify([name, tag]);
}
