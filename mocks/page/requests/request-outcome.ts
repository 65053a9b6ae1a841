/** What the client of a request knows after it, as the SDK decides it, and what the store did. */
import type { PlantStoreOutcome } from "plant-store-sdk";
import { outcomeOfBody, outcomeOfHead } from "../../../src/contract/decide-outcome.ts";
import { tryParseJson } from "../../../src/contract/json.ts";
import type { Entry } from "../state/request-history.ts";

/** `"pending"` until the request has ended. */
type ShownOutcome = PlantStoreOutcome | "pending";

type Ended = Pick<Entry, "status" | "isPending" | "fault" | "plant" | "response">;

/** The outcome of an attempt that ended like this. */
export function outcomeOf({ status, isPending, fault, plant, response }: Ended): ShownOutcome {
  if (isPending) return "pending";
  const outcome = outcomeOfHead(status, response?.headers["content-type"]);
  // Only this fault sends a complete body that may not come from the store. A cut one decides nothing.
  if (status !== 200 || response === undefined || fault?.type !== "status") return outcome;
  // The fault has the whole body. Without one, only that of a plant can be longer than what is recorded.
  const { body = tryParseJson(response.body) ?? plant } = fault;
  const sent = typeof body === "string" ? tryParseJson(body) : body;
  return outcomeOfBody(sent, plant?.name);
}

/** Whether the store created the plant of a request; undefined as long as it may still do so. */
export function isCreated({ created, isPending }: Entry): boolean | undefined {
  return created || (isPending ? undefined : false);
}

/** For people. */
export const OUTCOME_LABELS: Record<ShownOutcome, string> = {
  created: "Created",
  "not-created": "Not created",
  unknown: "Unknown",
  pending: "Waiting",
};
