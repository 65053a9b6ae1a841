/** What the live page says about a request, compared with what the SDK and the store do. */
import { safeCreatePlant } from "plant-store-sdk";
import { type Fault, faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { FAULT_CHOICES } from "../../mocks/page/faults/fault-choices.ts";
import { isCreated, outcomeOf } from "../../mocks/page/requests/request-outcome.ts";
import type { Entry } from "../../mocks/page/state/request-history.ts";

const plant = { id: 1, name: "Fern" };

/** Sends a plant with a fault. Returns the store, and the outcome that the SDK reports. */
async function create(fault: Fault, id = plant.id, name = plant.name) {
  const store = new MockStore();
  store.enqueue(fault);
  const options = { baseUrl: "http://localhost", token: "any-token", fetch: store.fetch };
  const result = await safeCreatePlant({ id, name }, { ...options, maxRetries: 0, timeout: 100 });
  const [request] = store.requests;
  if (request === undefined) throw new Error("The store received nothing.");
  const entry: Entry = { ...request, index: 1, isPending: false };
  return { store, entry, outcome: result.success ? "created" : result.error.outcome };
}

const HTML = { "content-type": "text/html" };

/** Responses that may come from the store, and others. */
const RESPONSES: Fault[] = [
  ...['{"name":"Fern","tag":null}', '{"name":"Moss"}', '{"status":"ok"}', "<h1>", "", "null"].flatMap(
    (text) => [
      faults.status(200, { body: text, headers: { "content-type": "text/html" } }),
      faults.status(200, { body: text }),
    ],
  ),
  faults.status(200, { body: { name: "Fern", tag: 7 } }),
  ...[200, 201, 202, 204, 403, 499].map((status) => faults.status(status)),
  ...[401, 403, 406].map((status) =>
    faults.status(status, { body: "<h1>", headers: HTML, afterCreate: true }),
  ),
  faults.status(201, { body: "<h1>", headers: { "content-type": "text/html" } }),
  faults.status(201, { body: "<h1>", headers: { "Content-Type": "application/vnd.plants+json" } }),
  ...FAULT_CHOICES,
];

test.each(RESPONSES)("after %j, the page shows the outcome that the SDK reports", async (fault) => {
  const { entry, outcome } = await create(fault);
  expect(outcomeOf(entry)).toBe(outcome);
});

test.each([
  faults.status(200),
  faults.status(200, { body: { name: "x".repeat(20_000) } }),
  faults.status(200, { body: JSON.stringify({ status: "x".repeat(20_000) }) }),
])("the page also knows the outcome if the body is longer than what is recorded", async (fault) => {
  const { entry, outcome } = await create(fault, 1, "x".repeat(20_000));
  expect(outcomeOf(entry)).toBe(outcome);
});

const BEHIND_OTHERS: Fault[] = [
  faults.reset({ afterCreate: true, delay: 1 }),
  faults.reset({ afterCreate: true, times: 2 }),
  faults.hang({ afterCreate: true, id: 1 }),
  faults.status(500, { delay: 1 }),
];

test.each([...FAULT_CHOICES, ...BEHIND_OTHERS])(
  "the page shows a plant as stored if the store has it: %j",
  async (fault) => {
    const { store, entry } = await create(fault);
    expect(isCreated(entry)).toBe(store.plants.length === 1);
  },
);

test("before a request has ended, the page says that its plant is stored only if the store said so", async () => {
  const { entry } = await create(faults.hang({ afterCreate: true }));
  expect(isCreated({ ...entry, isPending: true })).toBe(true);
  expect(isCreated({ ...entry, isPending: true, created: false })).toBeUndefined();
});
