/** The lines of a journal. A later version must read what this one wrote. */
import type { PlantStoreOutcome } from "../outcome.ts";
import { PlantStoreImportError } from "./import-error.ts";
import { parseRowKey, type RowKey } from "./row-key.ts";

/** One line of a journal. */
export type JournalEntry =
  /** The row is about to be sent. Without a later outcome of the same attempt, it may have been created. */
  | { event: "intent"; row: string; attempt: number; name: string }
  | { event: "outcome"; row: string; attempt: number; outcome: PlantStoreOutcome }
  /** The operator found out what happened to an unknown row. */
  | { event: "decision"; row: string; attempt: number; outcome: "created" | "not-created" };

/** A name helps the operator to find the plant. A longer one is cut, UTF-16 code units. */
const MAX_NAME = 200;

export function formatEntry(entry: JournalEntry): string {
  if (entry.event !== "intent") return JSON.stringify(entry);
  // A pair of surrogates may be cut in two. JSON.stringify escapes the half that is left.
  return JSON.stringify({ ...entry, name: entry.name.slice(0, MAX_NAME) });
}

const OUTCOMES: Record<string, readonly unknown[]> = {
  outcome: ["created", "not-created", "unknown"],
  decision: ["created", "not-created"],
};

/** Parses a line. Returns `undefined` if it is not an entry. */
export function parseEntry(line: string): { entry: JournalEntry; key: RowKey } | undefined {
  let entry: Record<keyof never, unknown>;
  try {
    entry = Object(JSON.parse(line));
  } catch {
    return undefined;
  }
  const { event, row, attempt, name, outcome } = entry;
  const key = parseRowKey(row);
  const isComplete = event === "intent" ? typeof name === "string" : OUTCOMES[`${event}`]?.includes(outcome);
  if (!key || !isComplete || !Number.isSafeInteger(attempt)) return undefined;
  return { entry: entry as JournalEntry, key };
}

/** @param number of the entry in its journal, from 1 */
export function invalidEntry(number: number): PlantStoreImportError {
  const problem = `Entry ${number} of the journal is invalid, or does not follow from the ones before it`;
  const advice = "Restore the journal from a backup; a journal must not be edited";
  return new PlantStoreImportError("journal", `${problem}. ${advice}.`);
}
