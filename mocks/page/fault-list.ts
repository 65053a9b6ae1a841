/** The faults that the page offers, and what it says about the queue. */
import type { Fault } from "plant-store-sdk/mocks/remote";
import { formatValue } from "./value-text.ts";

const SIGN_IN_PAGE = "<!doctype html><title>Sign in</title>";

export const FAULT_CHOICES: readonly Fault[] = [
  { type: "reset", afterCreate: true },
  { type: "reset" },
  { type: "hang" },
  { type: "hold" },
  { type: "status", status: 503 },
  { type: "status", status: 503, afterCreate: true },
  { type: "status", status: 429, headers: { "retry-after": "1" } },
  { type: "status", status: 400 },
  { type: "truncate", bytes: 5 },
  { type: "stall", bytes: 5 },
  {
    type: "status",
    status: 200,
    body: SIGN_IN_PAGE,
    headers: { "content-type": "text/html" },
    afterCreate: false,
  },
  { type: "delay", delay: 2_000 },
];

/** The queue as TypeScript, for a test. */
export function faultsCode(faults: readonly Fault[]): string {
  const lines = faults.map((fault) => `  ${formatValue(fault, "  ")},\n`);
  return `store.enqueue(\n${lines.join("")});\n`;
}

/** Whether a fault before this one takes every request that this one would take. */
export function isUnreached(faults: readonly Fault[], index: number): boolean {
  const fault = faults[index];
  return faults
    .slice(0, index)
    .some(
      ({ times, for: duration, id, name }) =>
        times === "always" &&
        duration === undefined &&
        (id === undefined || id === fault?.id) &&
        (name === undefined || name === fault?.name),
    );
}
