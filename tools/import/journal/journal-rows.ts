/** What a journal says about rows. */
import type { PlantStoreOutcome } from "../../../src/contract/decide-outcome.ts";
import type { Plant } from "../../../src/contract/schemas.ts";

/** Whether a row exists in the store. `"exists"`: the store rejected it, because its id exists. */
export type RowOutcome = PlantStoreOutcome | "exists";

export const OUTCOMES: readonly RowOutcome[] = ["created", "exists", "not-created", "unknown"];

/** Whether nothing is left to do. */
export const isDone = (outcome: RowOutcome) => outcome === "created" || outcome === "exists";

/** What a journal says about a row. Change `outcome`, and it is a {@link RowDecision}. */
export interface JournalRow extends Plant {
  /** Key of the row. */
  row: string;
  /** The number of attempts and decisions so far. */
  version: number;
  /** The number of attempts to create it. */
  attempt: number;
  id: bigint;
  /** Its line in the input of its last attempt. */
  line?: number | undefined;
  /** When it was sent, or was last about to be, ISO 8601. */
  time: string;
  /** Why its last attempt did not create it. Undefined if the process ended before it could record that. */
  reason?: string | undefined;
  outcome: RowOutcome;
}

/** What is needed of a row to decide whether it is sent. `number` identifies it within the file. */
export type KnownRow = Pick<JournalRow, "outcome" | "version" | "attempt" | "time"> & {
  number: number;
  line: number | null;
  reason: string | null;
};

/** What is needed of a row that is done. */
export type DoneRow = { number: number; outcome: "created" | "exists" };

/** The reason of a row that an operator has decided. */
export const DECIDED = "decided by the operator";

/** The reason of a row if something in front of the store may have replaced the store's response. */
export const reasonOfHtml = (status: number) => `status ${status} in HTML`;

/** How many rows have which outcome. */
export interface JournalCounts {
  created: number;
  /** Rows that the store rejected, because their id exists. */
  exists: number;
  /** Rows that do not exist. */
  notCreated: number;
  /** Rows that may exist. */
  unknown: number;
}

export const COUNT_NAMES = {
  created: "created",
  exists: "exists",
  "not-created": "notCreated",
  unknown: "unknown",
} as const;
