/** What a fault does, in words. */
import { describeFault, type Fault, faults } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";

test.each<[fault: Fault, label: string, effect?: string]>([
  [faults.status(503), "503", "responds 503 and creates nothing"],
  [faults.status(503, { afterCreate: true }), "503 after create"],
  [faults.status(503, { afterCreate: false }), "503"],
  [faults.status(200, { afterCreate: false }), "200, no plant"],
  [faults.status(200, { body: "<html>" }), "HTML", "creates the plant, then responds 200 with a web page"],
  [faults.status(200, { body: "<!doctype html>" }), "HTML"],
  [faults.status(200, { body: "<html>", afterCreate: false }), "HTML, no plant"],
  [faults.status(200, { body: "" }), "200"],
  [faults.truncate(5), "Truncated", "creates the plant, then drops the connection after 5 bytes of the body"],
  [faults.stall(5), "Stalled", "creates the plant, then sends 5 bytes of the body, then nothing"],
  [faults.trickle(1), "Trickle", "creates the plant, then sends the body slowly, at 1 B/s"],
  [faults.reset(), "Connection reset"],
  [faults.reset({ afterCreate: true }), "Lost response", "creates the plant, then drops the connection"],
  [faults.reset({ close: true }), "Connection closed", "closes the connection and creates nothing"],
  [faults.reset({ afterCreate: true, close: true }), "Lost response (closed)"],
  [
    faults.reset({ delay: 20 }),
    "Slow 20 ms, then Connection reset",
    "waits 20 ms, then drops the connection and creates nothing",
  ],
  [faults.hang(), "Hang", "never responds and creates nothing"],
  [faults.hang({ afterCreate: true }), "Hang after create"],
  [faults.hold({ times: 2 }), "Held × 2", "waits until it is released, then responds as usual"],
  [faults.delay(20), "Slow 20 ms"],
  [faults.delay(2_500, { times: 3 }), "Slow 2.5 s × 3", "waits 2.5 s, then responds as usual"],
  [faults.status(503, { delay: 2_000, times: "always" }), "Slow 2 s, then 503 × ∞"],
  [faults.status(503, { for: 30_000 }), "503 for 30 s"],
  [faults.hang({ id: 2n ** 63n - 1n, name: "Fern" }), "Hang for plant 9223372036854775807 Fern"],
])("the fault %o has the label and the effect: %s, %s", (fault, label, effect) => {
  const described = describeFault(fault);
  expect(described.label).toBe(label);
  if (effect) expect(described.effect).toBe(effect);
});
