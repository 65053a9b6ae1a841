/** The faults that the page offers, and the names of all faults. */
import type { Fault } from "plant-store-sdk/mocks/remote";
import { formatDuration } from "./format.ts";
import type { Outcome } from "./outcome.ts";

export interface FaultChoice {
  label: string;
  /** What it does. */
  hint: string;
  /** What a client knows after it; absent if it changes nothing. */
  outcome?: Outcome;
  fault: Fault;
}

const HTML = "<!doctype html><title>Maintenance</title>";

export const FAULT_CHOICES: readonly FaultChoice[] = [
  {
    label: "Lost response",
    hint: "Creates the plant, then drops the connection",
    outcome: "unknown",
    fault: { type: "reset", afterCreate: true },
  },
  {
    label: "Connection reset",
    hint: "Drops the connection and creates nothing",
    outcome: "unknown",
    fault: { type: "reset", afterCreate: false },
  },
  {
    label: "Hang",
    hint: "Never responds and creates nothing",
    outcome: "unknown",
    fault: { type: "hang", afterCreate: false },
  },
  {
    label: "503",
    hint: "Responds 503 Service Unavailable and creates nothing",
    outcome: "unknown",
    fault: { type: "status", status: 503 },
  },
  {
    label: "429",
    hint: "Responds 429 Too Many Requests with Retry-After: 1",
    outcome: "not-created",
    fault: { type: "rateLimit", seconds: 1 },
  },
  {
    label: "400",
    hint: "Responds 400 Bad Request",
    outcome: "not-created",
    fault: { type: "status", status: 400 },
  },
  {
    label: "Truncated",
    hint: "Creates the plant, and drops the connection in the middle of the 200 body",
    outcome: "created",
    fault: { type: "truncate", bytes: 5 },
  },
  {
    label: "Stalled",
    hint: "Creates the plant, and stops in the middle of the 200 body",
    outcome: "created",
    fault: { type: "stall", bytes: 5 },
  },
  {
    label: "HTML",
    hint: "Creates the plant, and responds 200 with a web page",
    outcome: "unknown",
    fault: { type: "body", text: HTML, contentType: "text/html" },
  },
  {
    label: "Slow 2 s",
    hint: "Waits 2 seconds, then responds normally",
    fault: { type: "delay", ms: 2_000 },
  },
];

/** The name of a fault, such as "Slow 2 s, then 503". */
export function nameFault(fault: Fault): string {
  switch (fault.type) {
    case "status":
      return String(fault.status);
    case "rateLimit":
      return "429";
    case "body":
      return fault.text === HTML ? "HTML" : "Other body";
    case "truncate":
      return "Truncated";
    case "stall":
      return "Stalled";
    case "reset":
      return fault.afterCreate ? "Lost response" : "Connection reset";
    case "hang":
      return fault.afterCreate ? "Hang after create" : "Hang";
    case "delay": {
      const slow = `Slow ${formatDuration(fault.ms)}`;
      return fault.fault === undefined ? slow : `${slow}, then ${nameFault(fault.fault)}`;
    }
    case "repeat":
      return `${nameFault(fault.fault)} × ${fault.times ?? "∞"}`;
    case "when": {
      const plant = [fault.id, fault.name].filter((part) => part !== undefined).join(" ");
      return `${nameFault(fault.fault)} for ${plant}`;
    }
  }
}
