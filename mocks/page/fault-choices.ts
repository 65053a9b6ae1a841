/** The faults that the page offers. */
import type { Fault } from "plant-store-sdk/mocks/remote";

export const FAULT_CHOICES: readonly Fault[] = [
  { type: "reset", afterCreate: true },
  { type: "reset" },
  { type: "hang" },
  { type: "status", status: 503 },
  { type: "status", status: 503, afterCreate: true },
  { type: "rateLimit", seconds: 1 },
  { type: "status", status: 400 },
  { type: "truncate", bytes: 5 },
  { type: "stall", bytes: 5 },
  {
    type: "body",
    text: "<!doctype html><title>Sign in</title>",
    contentType: "text/html",
    afterCreate: false,
  },
  { type: "delay", delay: 2_000 },
];
