/** What the client of a request knows after it, as the SDK decides it, and what the store did. */
import { type PlantStoreOutcome, plantSchema } from "plant-store-sdk";
import type { Entry } from "./journal.ts";

/** `"pending"` until the request has ended. */
export type Outcome = PlantStoreOutcome | "pending";

type Ended = Pick<Entry, "status" | "isPending" | "fault" | "plant">;

/** The outcome of an attempt that ended like this. */
export function outcomeOf({ status, isPending, fault, plant }: Ended): Outcome {
  if (isPending) return "pending";
  const isForeign = (status === 200 || status === 201) && !isProof(status, fault, plant);
  return isForeign ? "unknown" : outcomeOfStatus(status);
}

/** The outcome of an attempt with this status, if the response comes from the store; without a status if none came. */
export function outcomeOfStatus(status: number | undefined): PlantStoreOutcome {
  if (status === 200 || status === 201) return "created";
  if (status === undefined || status === 408 || status === 499) return "unknown";
  return status >= 400 && status < 500 ? "not-created" : "unknown";
}

const JSON_TYPE = /^(application\/json|[^;\s]+\+json)\s*(;|$)/i;

/** Whether a client can tell from a response that it comes from the store. Only a fault sends one that does not. */
function isProof(status: number, fault: Entry["fault"], plant: Entry["plant"]): boolean {
  switch (fault?.type) {
    case "delay":
      return isProof(status, fault.fault, plant);
    case "body":
      return provesPlant(fault.text, plant);
    case "status": {
      const contentType = new Headers(fault.headers).get("content-type") ?? "application/json";
      if (status === 201) return JSON_TYPE.test(contentType);
      return fault.body === undefined || provesPlant(fault.body, plant);
    }
    default:
      return true;
  }
}

/** A complete body proves that the store sent it if it is a plant, or has the name that was sent. */
function provesPlant(body: string | object, plant: Entry["plant"]): boolean {
  try {
    const value = typeof body === "string" ? JSON.parse(body) : body;
    return plantSchema.safeParse(value).success || (plant !== undefined && Object(value).name === plant.name);
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
