/** What the client of a request knows after it, as the SDK decides it, and what the store did. */
import type { Entry } from "./journal.ts";

/** `"pending"` until the request has ended. */
export type Outcome = "created" | "not-created" | "unknown" | "pending";

/** The outcome of an attempt that ended with this status; undefined if there was no response. */
export function outcomeOf({ status, isPending }: Pick<Entry, "status" | "isPending">): Outcome {
  if (isPending) return "pending";
  if (status === undefined) return "unknown";
  if (status >= 200 && status < 300) return "created";
  return status >= 400 && status < 500 && status !== 408 ? "not-created" : "unknown";
}

/** Whether the store created the plant of a request; undefined as long as it may still do so. */
export function isCreated({ created, isPending }: Entry): boolean | undefined {
  return created || (isPending ? undefined : false);
}

/** For people. */
export const OUTCOME_LABELS: Record<Outcome, string> = {
  created: "Created",
  "not-created": "Not created",
  unknown: "Unknown",
  pending: "Waiting",
};
