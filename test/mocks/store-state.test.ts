import { type Fault, faults, MockStore, type MockStoreOptions } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { StoredPlants } from "../../mocks/service/stored-plants.ts";
import { errorMessageOf, FERN, PLANTS_URL, post, storeWith } from "../support/post-plant.ts";
import { throwing } from "../support/throwing.ts";

test("the store starts with the seeded plants and returns to them on reset", async () => {
  const plants = [
    { id: 1n, name: "Fern", tag: undefined },
    { id: 2n ** 63n - 1n, name: "Moss", tag: "indoor", colour: "green" },
  ];
  const seeded = [
    { id: 1, name: "Fern" },
    { id: 2n ** 63n - 1n, name: "Moss", tag: "indoor" },
  ];
  const store = new MockStore({ plants });
  plants.pop();
  expect(store.plants).toStrictEqual(seeded);
  await post(store, FERN);
  expect(store.plants).toHaveLength(3);
  expect(store.requests).toHaveLength(1);
  store.clear();
  expect(store.plants).toStrictEqual(seeded);
  expect(store.requests).toEqual([]);
});

test("a recorded request has the response as it was sent, the first 16 KiB of its body", async () => {
  const store = storeWith(
    faults.status(503, { body: "x".repeat(20_000), headers: { "retry-after": "7" } }),
    faults.truncate(5),
    faults.reset(),
    faults.trickle(200_000),
  );
  const long = JSON.stringify({ id: 4, name: "x".repeat(60_000) });
  for (const plant of [FERN, FERN, FERN, long]) {
    const response = await post(store, plant).catch(() => undefined);
    await response?.text().catch(() => {});
  }
  await store.fetch(PLANTS_URL, { method: "HEAD" });
  const responses = store.requests.map(({ response }) => response);
  expect(responses[0]?.headers).toMatchObject({ "retry-after": "7" });
  expect(responses.map((response) => response?.body)).toEqual([
    "x".repeat(16_384),
    '{"nam',
    undefined,
    `{"name":"${"x".repeat(16_375)}`,
    "",
  ]);
});

test("a record has the headers in lower case, without credentials", async () => {
  const store = new MockStore();
  await post(store, FERN, { "X-Request-ID": "r1", cookie: "a=b", "Proxy-Authorization": "Basic dTpw" });
  expect(store.requests[0]?.headers).toEqual({ "content-type": "application/json", "x-request-id": "r1" });
});

test.each<[string, Fault, string | undefined]>([
  ["a fault's 4xx", faults.status(403), "fault: status 403"],
  ["a fault's own Error body", faults.status(400, { body: { error: -7, message: "no" } }), "no"],
  ["a fault's 4xx with a text", faults.status(400, { body: "no" }), undefined],
  ["a rate limit", faults.status(429, { headers: { "retry-after": "1" } }), "fault: status 429"],
  ["a fault's 5xx", faults.status(503), undefined],
])("a record has the message of %s as the reason", async (_, fault, reason) => {
  const store = storeWith(fault);
  await post(store, FERN);
  expect(store.requests[0]?.reason).toBe(reason);
});

test.each([
  [0, []],
  [1, [5]],
  [3, [3, 4, 5]],
  [9, [1, 2, 3, 4, 5]],
  [Number.POSITIVE_INFINITY, [1, 2, 3, 4, 5]],
])("maxRequests %d keeps the newest requests", async (maxRequests, ids) => {
  const store = new MockStore({ maxRequests });
  for (const id of [1, 2, 3, 4, 5]) await post(store, `{"id":${id},"name":"Fern"}`);
  expect(store.requests.map(({ plant }) => plant?.id)).toEqual(ids);
  expect(store.plants).toHaveLength(5);
});

test.each([
  [0, [], [7]],
  [1, [5], [5, 7]],
  [3, [3, 4, 5], [3, 5, 7]],
  [Number.POSITIVE_INFINITY, [7, 8, 1, 2, 3, 4, 5], [1, 3, 5, 7]],
])("maxPlants %d keeps the newest plants, and the ids of the initial ones", async (maxPlants, ids, known) => {
  const plants = [7, 8].map((id) => ({ id, name: "Moss" }));
  const rules = { duplicates: { status: 400 } };
  const store = new MockStore({ maxPlants, rules, plants });
  for (const id of [1, 2, 3, 4, 5]) await post(store, `{"id":${id},"name":"Fern"}`);
  expect(store.plants.map(({ id }) => id)).toEqual(ids);
  const rejected = [];
  for (const id of [7, 5, 3, 1])
    if ((await post(store, `{"id":${id},"name":"Fern"}`)).status === 400) rejected.unshift(id);
  expect(rejected).toEqual(known);
  store.clear();
  expect(store.plants).toEqual(plants.slice(Math.max(2 - maxPlants, 0)));
  const again = [1, 7].map((id) => post(store, `{"id":${id},"name":"Fern"}`));
  expect((await Promise.all(again)).map(({ status }) => status)).toEqual([200, 400]);
});

test("store.plants and store.requests are copies", async () => {
  const store = new MockStore({ plants: [{ id: 7, name: "Moss" }] });
  await post(store, FERN);
  const [plants, requests] = [store.plants, store.requests];
  for (const plant of plants) plant.name = "changed";
  for (const request of requests) request.plant = { id: 0, name: "changed" };
  plants.length = 0;
  requests.length = 0;
  expect(store.plants).toEqual([
    { id: 7, name: "Moss" },
    { id: 1, name: "Fern" },
  ]);
  expect(store.requests).toMatchObject([{ plant: { id: 1, name: "Fern" } }]);
  store.clear();
  expect(store.plants).toEqual([{ id: 7, name: "Moss" }]);
});

test("a bug in the mock is logged, and responds with 500, so that it never looks like a lost connection", async () => {
  const bug = new Error("a bug");
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(StoredPlants.prototype, "create").mockImplementation(throwing(bug));
  const store = new MockStore();
  expect(await errorMessageOf(await post(store, FERN), 500)).toContain("the mock failed unexpectedly");
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("unexpected error"), bug);
  expect(store.requests).toMatchObject([{ status: 500 }]);
});

// Options.

test.each<[options: MockStoreOptions, message: string]>([
  [
    { plants: [{ id: 1, name: "Fern" }, { id: 2 } as never] },
    "`plants[1]` is invalid: `name` is missing; pass a string.",
  ],
  [{ plants: new Array(1) }, "`plants[0]` is invalid: it must be an object with an id and a name."],
  [{ rules: { version: 2 } as never }, "`rules` is invalid: `version` must be 1."],
  [
    { chaos: { rate: 1, faults: [faults.hang(), { type: "stall" } as never] } },
    "`chaos.faults[1]` is invalid: `bytes` must be an integer of 0 or more.",
  ],
  [
    { chaos: { rate: 1, faults: [faults.hang({ times: "always" })] } },
    "`chaos.faults[0]` is invalid: it has the unknown field times.",
  ],
])("MockStore rejects %o and names what is wrong in it", (options, message) => {
  expect(() => new MockStore(options)).toThrow(new TypeError(`MockStore: ${message}`));
});

test("MockStore throws on a Node that would silently round large ids", () => {
  vi.stubGlobal("process", { versions: { node: "20.20.2" } });
  expect(() => new MockStore()).toThrow("MockStore needs Node 22.13 or later, but this is Node 20.20.2.");
  // A page may have a `process` without versions.
  for (const process of [{ versions: { node: "22.13.0" } }, { env: {} }, undefined]) {
    vi.stubGlobal("process", process);
    expect(new MockStore().plants).toEqual([]);
  }
});
