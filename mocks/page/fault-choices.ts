/** The faults that the page offers. */
import type { Fault } from "plant-store-sdk/mocks/remote";

export const FAULT_CHOICES: readonly Fault[] = [
  { type: "reset", afterCreate: true },
  { type: "reset" },
  { type: "hang" },
  { type: "status", status: 503 },
  { type: "status", status: 503, afterCreate: true },
  { type: "status", status: 429, retryAfter: 1 },
  { type: "status", status: 400 },
  { type: "truncate", bytes: 5 },
  { type: "stall", bytes: 5 },
  {
    type: "status",
    status: 200,
    body: "<!doctype html><title>Sign in</title>",
    headers: { "content-type": "text/html" },
    afterCreate: false,
  },
  { type: "delay", delay: 2_000 },
];
