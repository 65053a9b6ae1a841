/** Every kind of fault that the store knows, by chance. */
import { type Fault, faults } from "plant-store-sdk/mocks/store";
import type { Chance } from "./chance.ts";

const BODIES = [
  "",
  " ",
  "null",
  "{",
  '{"name":',
  "[]",
  '"Fern"',
  "{}",
  '{"name":7}',
  '{"name":"Fern","tag":null}',
  '{"error":500,"message":"an error that says 200"}',
  "<!doctype html><title>A proxy's page</title>",
  "[".repeat(10_000),
  `{"name":"${"long ".repeat(20_000)}"}`, // Longer than the calls allow.
];

const SORTS: [weight: number, make: (chance: Chance) => Fault][] = [
  [4, (chance) => faults.status(chance.oneOf([401, 403, 404, 408, 409, 413, 415, 422, 425, 451]))],
  [3, () => faults.status(400)],
  [1, (chance) => faults.status(400, chance.oneOf(BODIES))],
  [4, (chance) => faults.status(chance.oneOf([500, 501, 502, 503, 504, 507, 599]))],
  [2, (chance) => faults.status(chance.oneOf([301, 302, 303, 304, 307, 308]), undefined, { location: "/" })],
  [2, (chance) => faults.status(chance.oneOf([201, 202, 203, 204, 205, 206, 299]))],
  [1, () => faults.status(200, "this is not gzip", { "content-encoding": "gzip" })],
  [3, (chance) => faults.status(chance.oneOf([429, 503]), "busy", { "retry-after": "0" })],
  [2, (chance) => faults.rateLimit(chance.oneOf([0, 1, 120]))],
  [4, (chance) => faults.body(chance.oneOf(BODIES), chance.oneOf(["application/json", "text/html"]))],
  [3, (chance) => faults.truncate(chance.between(0, 40))],
  [3, () => faults.reset()],
  [3, () => faults.reset({ afterCreate: true })],
  [1, () => faults.hang()],
  [1, () => faults.hang({ afterCreate: true })],
  [4, (chance) => faults.delay(chance.duration(1, 500))],
];

export function randomFault(chance: Chance): Fault {
  const fault = chance.weighted(SORTS)(chance);
  return chance.happens(0.3) ? faults.delay(chance.duration(1, 500), fault) : fault;
}

export const FAULT_NAMES = [
  "status 2xx",
  "status 3xx",
  "status 4xx",
  "status 5xx",
  "rateLimit",
  "body",
  "truncate",
  "reset",
  "reset after creating",
  "hang",
  "hang after creating",
  "delay",
];

/** One of {@link FAULT_NAMES}, and whether a delay comes first. */
export function nameFault(fault: Fault): { name: string; delayed: boolean } {
  switch (fault.type) {
    case "delay":
      return fault.fault ? { ...nameFault(fault.fault), delayed: true } : { name: "delay", delayed: false };
    case "status":
      return { name: `status ${Math.floor(fault.status / 100)}xx`, delayed: false };
    case "reset":
    case "hang":
      return { name: fault.afterCreate ? `${fault.type} after creating` : fault.type, delayed: false };
    default:
      return { name: fault.type, delayed: false };
  }
}
