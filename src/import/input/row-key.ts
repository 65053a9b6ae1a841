/** The key of a row: what identifies a plant of the input, however the input is formatted or ordered. */
import { sha256 } from "@noble/hashes/sha2.js";
import type { NewPlant } from "../../contract/schemas.ts";

/** A key as 32-bit integers, so that a million of them fit into typed arrays. */
export interface RowKey {
  /** The plant's id, int64. */
  idHigh: number;
  idLow: number;
  /** The first 64 bits of the SHA-256 of the plant's canonical JSON. It only has to differ among plants of one id. */
  hashHigh: number;
  hashLow: number;
  /** 1 for the first row with this content, 2 for the second, and so on. */
  occurrence: number;
}

const encoder = new TextEncoder();

/**
 * The key of the first row with this plant.
 *
 * @param plant a valid plant that `copyJson` copied
 */
export function keyOfPlant(plant: NewPlant): RowKey {
  const digest = sha256(encoder.encode(canonicalJson(plant)));
  const view = new DataView(digest.buffer, digest.byteOffset);
  return { ...splitId(plant.id), hashHigh: view.getInt32(0), hashLow: view.getInt32(4), occurrence: 1 };
}

/** Writes a key as text, such as `42:9f86d081884c7d65`, or `42:9f86d081884c7d65:2` for the second row with this content. */
export function formatRowKey({ idHigh, idLow, hashHigh, hashLow, occurrence }: RowKey): string {
  const row = `${joinId(idHigh, idLow)}:${hex(hashHigh)}${hex(hashLow)}`;
  return occurrence === 1 ? row : `${row}:${occurrence}`;
}

const ROW = /^(-?\d{1,19}):([0-9a-f]{8})([0-9a-f]{8})(?::([1-9]\d{0,8}))?$/;

/** Reads what {@link formatRowKey} wrote. Returns `undefined` for any other text. */
export function parseRowKey(row: unknown): RowKey | undefined {
  const [, id, high, low, occurrence = "1"] = (typeof row === "string" && ROW.exec(row)) || [];
  if (id === undefined) return undefined;
  const hashHigh = Number.parseInt(`${high}`, 16) | 0;
  const hashLow = Number.parseInt(`${low}`, 16) | 0;
  return { ...splitId(BigInt(id)), hashHigh, hashLow, occurrence: Number(occurrence) };
}

/** The id in a row's key, exact. */
export function idOfRow(row: string): bigint {
  return BigInt(row.slice(0, row.indexOf(":")));
}

function splitId(id: number | bigint): { idHigh: number; idLow: number } {
  if (typeof id === "bigint") {
    return { idHigh: Number(BigInt.asIntN(32, id >> 32n)), idLow: Number(BigInt.asIntN(32, id)) };
  }
  const high = Math.floor(id / 2 ** 32);
  return { idHigh: high | 0, idLow: (id - high * 2 ** 32) | 0 };
}

function joinId(high: number, low: number): bigint {
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

function hex(int32: number): string {
  return (int32 >>> 0).toString(16).padStart(8, "0");
}

/**
 * Writes a value as JSON with sorted keys, exact integers and no white space.
 *
 * Never change what it writes: journals contain hashes of it, and a plant that is no longer recognized is sent again.
 *
 * @param value a copy that `copyJson` made
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1)) // By UTF-16 code units, not by the user's language.
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}
