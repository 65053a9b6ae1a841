/** What the client of a request knows after it, as the SDK decides it, and what the store did. */
import type { PlantStoreOutcome } from "plant-store-sdk";
import { describeFault } from "plant-store-sdk/mocks/remote";
import type { Entry } from "./request-history.ts";

/** `"pending"` until the request has ended. */
export type Outcome = PlantStoreOutcome | "pending";

type Ended = Pick<Entry, "status" | "isPending" | "fault" | "plant">;

/** The outcome of an attempt that ended like this. */
export function outcomeOf({ status, isPending, fault, plant }: Ended): Outcome {
  if (isPending) return "pending";
  // Only a fault sends a 2xx that may not come from the store.
  const isSuccess = status === 200 || status === 201;
  const failure = isSuccess && fault !== undefined ? describeFault(fault, plant).failure : undefined;
  return failure?.outcome ?? outcomeOfStatus(status);
}

/** The outcome of an attempt with this status, if the response comes from the store; without a status if none came. */
export function outcomeOfStatus(status: number | undefined): PlantStoreOutcome {
  if (status === 200 || status === 201) return "created";
  if (status === undefined || status === 408 || status === 499) return "unknown";
  return status >= 400 && status < 500 ? "not-created" : "unknown";
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
