/** What the client of a request knows after it, as the SDK decides it, and what the store did. */
import { type PlantStoreOutcome, plantSchema } from "plant-store-sdk";
import type { Entry } from "./request-history.ts";

/** `"pending"` until the request has ended. */
export type Outcome = PlantStoreOutcome | "pending";

type Ended = Pick<Entry, "status" | "isPending" | "fault" | "plant" | "response">;

/** The outcome of an attempt that ended like this. */
export function outcomeOf({ status, isPending, fault, plant, response }: Ended): Outcome {
  if (isPending) return "pending";
  // Only such a fault sends a 2xx that may not come from the store.
  const hasOtherBody = fault !== undefined && "status" in fault;
  if (!hasOtherBody || response === undefined) return outcomeOfStatus(status);
  const isProven =
    status === 200 ? hasPlant(response.body, plant?.name) : status !== 201 || isJson(response.headers);
  return isProven ? outcomeOfStatus(status) : "unknown";
}

/** Whether a 200 comes from the store: its body is a plant, or has the name that was sent, which only the store knows. */
function hasPlant(body: string, sent: string | undefined): boolean {
  try {
    const value = JSON.parse(body);
    return plantSchema.safeParse(value).success || (sent !== undefined && value.name === sent);
  } catch {
    return false;
  }
}

const isJson = (headers: Record<string, string>) =>
  /^(application\/json|[^;\s]+\+json)\s*(;|$)/i.test(headers["content-type"] ?? "");

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
