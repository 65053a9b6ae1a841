/** What the client of a request knows after it, as the SDK decides it, and what the store did. */
import type { Fault } from "plant-store-sdk/mocks/remote";
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

/** Whether the store created the plant of a request; undefined as long as nobody knows. */
export function isCreated({ status, isPending, plant, fault }: Entry): boolean | undefined {
  if (status !== undefined) return status >= 200 && status < 300;
  if (plant !== undefined && fault !== undefined && createsFirst(fault)) return true;
  return isPending ? undefined : false;
}

function createsFirst(fault: Fault): boolean {
  if ("afterCreate" in fault) return fault.afterCreate === true;
  return "fault" in fault && fault.fault !== undefined && createsFirst(fault.fault);
}

/** For people. */
export const OUTCOME_LABELS: Record<Outcome, string> = {
  created: "Created",
  "not-created": "Not created",
  unknown: "Unknown",
  pending: "Waiting",
};
