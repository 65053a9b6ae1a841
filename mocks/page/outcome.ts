/** What the client of a request knows after it, as the SDK decides it, and what the store did. */
import type { Entry } from "./journal.ts";

/** `"pending"` until the request has ended. */
export type Outcome = "created" | "not-created" | "unknown" | "pending";

type Ended = Pick<Entry, "status" | "isPending" | "fault" | "plant">;

/** The outcome of an attempt that ended with this status; undefined if there was no response. */
export function outcomeOf({ status, isPending, fault, plant }: Ended): Outcome {
  if (isPending) return "pending";
  if (status === 200 && fault?.type === "body")
    return isProof(fault.text, plant?.name) ? "created" : "unknown";
  if (status === 200 || status === 201) return "created";
  if (status === undefined || status === 408 || status === 499) return "unknown";
  return status >= 400 && status < 500 ? "not-created" : "unknown";
}

/** Whether a body contains the name that was sent, so that only the store can have sent it. */
function isProof(body: string, name: string | undefined): boolean {
  try {
    return Object(JSON.parse(body)).name === name;
  } catch {
    return false;
  }
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
