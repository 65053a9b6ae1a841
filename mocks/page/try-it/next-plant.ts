/** Suggests the next plant, so that clicking again does not create a duplicate. */
import type { NewPlant } from "plant-store-sdk";
import { MAX_INT64 } from "../../../src/contract/validate-field.ts";

const NAMES = ["Fern", "Moss", "Ivy", "Aloe", "Basil", "Monstera", "Olive", "Sage"];

/** The name after this one. A name of the user stays as it is. */
export function nextName(name: string): string {
  const position = NAMES.indexOf(name);
  return position === -1 ? name : (NAMES[(position + 1) % NAMES.length] ?? name);
}

/** An id that is none of these: the one after the largest, or the first that is free if that is the end of int64. */
export function freeId(used: readonly NewPlant["id"][]): string {
  const ids = new Set(used.map(BigInt));
  let id = 1n;
  for (const other of ids) if (other >= id) id = other + 1n;
  if (id > MAX_INT64) for (id = 1n; ids.has(id); ) id += 1n;
  return String(id);
}
