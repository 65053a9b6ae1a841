import { type Fault, faults } from "plant-store-sdk/mocks/store";
import { random } from "./random.ts";

const BODIES = [
  ...["", '{"name":', "{}", '{"name":7}', "<!doctype html><title>A proxy's page</title>", "[".repeat(10_000)],
  `{"name":"${"long ".repeat(20_000)}"}`, // Longer than `maxResponseBytes` of the calls.
];

const GENERATORS: [weight: number, make: () => Fault][] = [
  [4, () => faults.status(random.pick([401, 403, 404, 408, 409, 413, 415, 422, 425, 451]))],
  [3, () => faults.status(400)],
  [1, () => faults.status(400, { body: random.pick(BODIES) })],
  [4, () => faults.status(random.pick([500, 501, 502, 503, 504, 507, 599]))],
  [2, () => faults.status(random.pick([301, 302, 303, 304, 307, 308]), { headers: { location: "/" } })],
  [2, () => faults.status(random.pick([201, 202, 203, 204, 205, 206, 299]))],
  [1, () => faults.status(200, { body: "this is not gzip", headers: { "content-encoding": "gzip" } })],
  [3, () => faults.status(random.pick([429, 503]), { body: "busy", headers: { "retry-after": "0" } })],
  [2, () => faults.status(503, { afterCreate: true })],
  [2, () => faults.status(429, { headers: { "retry-after": random.pick(["0", "1", "120"]) } })],
  [2, () => faults.status(200, { body: random.pick(BODIES) })],
  [3, () => faults.truncate(random.integer(0, 40))],
  [1, () => faults.stall(random.integer(0, 40))],
  [1, () => faults.trickle(random.integer(20, 2_000))],
  [3, () => faults.reset()],
  [3, () => faults.reset({ afterCreate: true })],
  [1, () => faults.hang()],
  [1, () => faults.hang({ afterCreate: true })],
  [4, () => faults.delay(random.duration(1, 500))],
];

export function randomFault(): Fault {
  const fault = random.pickWeighted(GENERATORS)();
  return random.boolean(0.3) ? { ...fault, delay: random.duration(1, 500) } : fault;
}
