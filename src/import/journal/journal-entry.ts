/** The lines of a journal. A later version must read what this one wrote. */
import type { PlantStoreOutcome } from "../../outcome.ts";
import { parseRowKey, type RowKey } from "../input/row-key.ts";

/** One line of a journal. */
export type JournalEntry =
  /** The row is about to be sent. Without a later outcome of the same attempt, it may have been created. */
  | { event: "intent"; row: string; attempt: number; name: string }
  | { event: "outcome"; row: string; attempt: number; outcome: PlantStoreOutcome }
  /** What the operator found out about an attempt. `revision` counts the decisions about it before this one. */
  | { event: "decision"; row: string; attempt: number; revision: number; outcome: PlantStoreOutcome };

/** A name helps the operator to find the plant. A longer one is cut. */
const MAX_NAME_CHARACTERS = 200;

export function formatEntry(entry: JournalEntry): string {
  if (entry.event !== "intent") return JSON.stringify(entry);
  // This may cut a surrogate pair in two. JSON.stringify escapes the half that is left.
  return JSON.stringify({ ...entry, name: entry.name.slice(0, MAX_NAME_CHARACTERS) });
}

export const isOutcome = (value: unknown): value is PlantStoreOutcome =>
  value === "created" || value === "not-created" || value === "unknown";

/** Whether a value counts something. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Validates the fields that only this kind of entry has. */
const IS_COMPLETE: Record<string, (fields: Record<keyof never, unknown>) => boolean> = {
  intent: ({ name }) => typeof name === "string",
  outcome: ({ outcome }) => isOutcome(outcome),
  decision: ({ outcome, revision }) => isOutcome(outcome) && isCount(revision),
};

/** Parses a line. Returns `undefined` if it is not an entry. */
export function parseEntry(line: string): { entry: JournalEntry; key: RowKey } | undefined {
  let entry: Record<keyof never, unknown>;
  try {
    entry = Object(JSON.parse(line));
  } catch {
    return undefined;
  }
  const key = parseRowKey(entry.row);
  if (!key || !isCount(entry.attempt) || !IS_COMPLETE[`${entry.event}`]?.(entry)) return undefined;
  return { entry: entry as JournalEntry, key };
}
