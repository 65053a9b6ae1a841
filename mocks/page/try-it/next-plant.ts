/** Suggests the next plant, so that clicking again does not create a duplicate. */
import type { NewPlant } from "plant-store-sdk";

const NAMES = ["Fern", "Moss", "Ivy", "Aloe", "Basil", "Monstera", "Olive", "Sage"];

const MAX_ID = 2n ** 63n - 1n;

/** The id after this one. An id that is not an integer, and the largest, stay as they are. */
export function nextId(id: string): string {
  const next = /^-?\d+$/.test(id.trim()) ? BigInt(id) + 1n : MAX_ID + 1n;
  return next > MAX_ID ? id : String(next);
}

/** The name after this one. A name of the user stays as it is. */
export function nextName(name: string): string {
  const position = NAMES.indexOf(name);
  return position === -1 ? name : (NAMES[(position + 1) % NAMES.length] ?? name);
}

/** An id that is greater than those of all plants. */
export function freeId(plants: readonly NewPlant[]): string {
  const largest = plants.map(({ id }) => BigInt(id)).reduce((a, b) => (a > b ? a : b), 0n);
  return nextId(String(largest));
}
