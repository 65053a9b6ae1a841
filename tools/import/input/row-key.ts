/** The key of a row: what identifies a plant of the input, however the input is formatted or ordered. */
import { hash } from "node:crypto";
import { isInt64, type NewPlant } from "../../../src/contract/schemas.ts";

export interface RowKey {
  /** The plant's id, int64. */
  readonly id: number | bigint;
  /** The first 64 bits of a SHA-256, in hexadecimal. It only has to differ among plants of one id. */
  readonly hash: string;
}

/**
 * The key of a plant: rows with the same id, name and tag have the same one.
 *
 * Never change what it returns: journals contain it, and a plant that is no longer recognized is sent again.
 */
export function keyOfPlant({ id, name, tag }: NewPlant): RowKey {
  const text = JSON.stringify([String(id), name, tag]); // A missing tag becomes null, which no tag is.
  return { id, hash: hash("sha256", text, "hex").slice(0, 16) };
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
