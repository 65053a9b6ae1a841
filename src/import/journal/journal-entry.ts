/** The lines of a journal. A later version must read what this one wrote. */
import type { PlantStoreOutcome } from "../../outcome.ts";
import { parseRowKey, type RowKey } from "../input/row-key.ts";

/** Whether a row exists in the store. `"exists"`: the store rejected it, because its id exists. */
export type RowOutcome = PlantStoreOutcome | "exists";

/** What helps the operator to find a row in the input and in the store. */
export interface RowDetails {
  name: string;
  tag?: string | undefined;
  /** In the input of that run. */
  line?: number | undefined;
  /** When the row was about to be sent, ISO 8601. */
  time?: string | undefined;
}

/** One line of a journal. */
export type JournalEntry =
  /** The row is about to be sent. Without a later outcome of the same attempt, it may have been created. */
  | ({ event: "intent"; row: string; attempt: number } & RowDetails)
  | { event: "outcome"; row: string; attempt: number; outcome: RowOutcome; reason?: string | undefined }
  /** What the operator found out about an attempt. `revision` counts the decisions about it before this one. */
  | { event: "decision"; row: string; attempt: number; revision: number; outcome: RowOutcome }
  /** All that a compacted journal says about a row. Details are left out if no decision can change the outcome. */
  | ({
      event: "row";
      row: string;
      attempt: number;
      revision: number;
      outcome: RowOutcome;
      isDecided: boolean;
      reason?: string | undefined;
    } & Partial<RowDetails>);

/** A longer name, tag or reason is cut. */
const MAX_TEXT_CHARACTERS = 200;

export function formatEntry(entry: JournalEntry): string {
  if (entry.event === "decision") return JSON.stringify(entry);
  if (entry.event === "outcome") return JSON.stringify({ ...entry, reason: cut(entry.reason) });
  return JSON.stringify({ ...entry, name: cut(entry.name), tag: cut(entry.tag) });
}

/** This may cut a surrogate pair in two. JSON.stringify escapes the half that is left. */
const cut = (text: string | undefined) => text?.slice(0, MAX_TEXT_CHARACTERS);

export const OUTCOMES: readonly RowOutcome[] = ["created", "exists", "not-created", "unknown"];

export const isOutcome = (value: unknown): value is RowOutcome => OUTCOMES.includes(value as RowOutcome);

/** Whether a value counts something. */
export const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

/** Validates the fields that only this kind of entry has. */
const IS_COMPLETE: Record<string, (fields: Record<keyof never, unknown>) => boolean> = {
  intent: ({ name }) => typeof name === "string",
  outcome: ({ outcome }) => isOutcome(outcome),
  decision: ({ outcome, revision }) => isOutcome(outcome) && isCount(revision),
  row: ({ outcome, revision }) => isOutcome(outcome) && isCount(revision),
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
