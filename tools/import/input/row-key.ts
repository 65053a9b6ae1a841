/** The key of a row: what identifies a plant of the input, however the input is formatted or ordered. */
import { hash } from "node:crypto";
import { FIELD_NAMES } from "../../../src/contract/plant-fields.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { isInt64 } from "../../../src/contract/validate-field.ts";

export interface RowKey {
  /** The plant's id, int64. */
  readonly id: number | bigint;
  /** The first 64 bits of a SHA-256, in hexadecimal. It only has to differ among plants of one id. */
  readonly hash: string;
}

/** The fields that were added later. Sorted, so that their order in the list of fields does not matter. */
const LATER_FIELDS = FIELD_NAMES.filter((field) => !["id", "name", "tag"].includes(field)).sort();

/**
 * The key of a plant: rows with the same fields have the same one.
 *
 * Never change what it returns: journals contain it, and a plant that is no longer recognized is sent again. So a field that
 * was added later counts only if the plant has it.
 */
export function keyOfPlant(plant: NewPlant): RowKey {
  const { id, name, tag } = plant;
  const values = [String(id), name, tag]; // A missing tag becomes null, which no tag is.
  for (const field of LATER_FIELDS) if (plant[field] !== undefined) values.push(field, String(plant[field]));
  return { id, hash: hash("sha256", JSON.stringify(values), "hex").slice(0, 16) };
}

/** Writes a key as text, such as `42:9f86d081884c7d65`. */
export const formatRowKey = ({ id, hash }: RowKey) => `${id}:${hash}`;

const ROW = /^(-?\d{1,19}):([0-9a-f]{16})$/;

/** Reads what {@link formatRowKey} wrote. Returns `undefined` for any other text. */
export function parseRowKey(row: unknown): RowKey | undefined {
  const [, id, hash] = (typeof row === "string" && ROW.exec(row)) || [];
  if (id === undefined || hash === undefined || !isInt64(BigInt(id))) return undefined;
  return { id: BigInt(id), hash };
}
