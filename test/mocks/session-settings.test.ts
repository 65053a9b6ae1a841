/** What a test sets for its own session: starting plants, chaos, latency, rules. In process and through the admin API. */
import { connectMockStore, type Latency } from "plant-store-sdk/mocks/remote";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { describe, expect, test, vi } from "vitest";
import { FERN, post } from "../support/post-plant.ts";
import { openAdmin, send } from "./admin/admin-server.ts";

const MAX_INT64 = 2n ** 63n - 1n;
const MOSS = { id: MAX_INT64, name: "Moss", tag: "wet" };

const statusesOf = async (store: MockStore, requests: number) => {
  const statuses: number[] = [];
  for (let index = 0; index < requests; index++) statuses.push((await post(store, FERN)).status);
  return statuses;
};

describe("addPlants", () => {
  test("adds plants without a request until clear(), which can keep them", async () => {
    const store = new MockStore({ plants: [{ id: 1, name: "Fern" }] });
    const listener = vi.fn();
    store.subscribe(listener);
    store.addPlants(MOSS);
    expect(listener).toHaveBeenCalledExactlyOnceWith({ type: "plants" });
    await post(store, '{"id":2,"name":"Ivy"}');
    store.clear({ keepAdded: true });
    expect(store.plants).toEqual([{ id: 1, name: "Fern" }, MOSS]);
    expect(store.requests).toEqual([]);
    store.clear();
    expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
  });

  test("POST __admin/clear removes them, unless keepAdded is true", async () => {
    const { url, store } = await openAdmin();
    const remote = connectMockStore(url);
    await remote.addPlants(MOSS);
    await remote.clear({ keepAdded: true });
    expect(store.plants).toEqual([MOSS]);
    expect(await send("POST", `${url}/__admin/clear`)).toEqual({ status: 204, text: "" });
    expect(store.plants).toEqual([]);
    const wrong = await send("POST", `${url}/__admin/clear`, '{"keep":true}');
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("`keep` is not an option")]);
  });

  test("POST __admin/plants takes one plant or an array, exactly", async () => {
    const { url, store } = await openAdmin();
    const one = `{"id":${MAX_INT64},"name":"Moss"}`;
    const added = { status: 201, text: `{"plants":[${one}]}` };
    expect(await send("POST", `${url}/__admin/plants`, one)).toEqual(added);
    expect((await send("POST", `${url}/__admin/plants`, `[${FERN},${FERN}]`)).status).toBe(201);
    expect(store.plants).toHaveLength(3);
    const wrong = await send("POST", `${url}/__admin/plants`, '{"id":"1"}');
    expect(wrong.text).toContain("`plants[0]` is invalid: `id` must be an integer");
    const many = JSON.stringify(Array.from({ length: 1_001 }, (_, id) => ({ id, name: "Fern" })));
    expect((await send("POST", `${url}/__admin/plants`, many)).text).toContain("at most 1000 plants");
  });
});

const chaos = { rate: 0.5, seed: 7, faults: [faults.status(503)] };

test("configure sets chaos from now on, as if the options had it, until clear()", async () => {
  const expected = await statusesOf(new MockStore({ chaos }), 20);
  expect(new Set(expected)).toEqual(new Set([200, 503]));
  const store = new MockStore();
  await statusesOf(store, 3);
  const listener = vi.fn();
  store.subscribe(listener);
  store.configure({ chaos });
  expect(listener).toHaveBeenCalledExactlyOnceWith({ type: "settings" });
  expect(await statusesOf(store, 10)).toEqual(expected.slice(0, 10));
  store.configure({ latency: 0 }); // Does not start chaos again.
  expect(await statusesOf(store, 10)).toEqual(expected.slice(10));
  store.configure({ chaos: null });
  expect(new Set(await statusesOf(store, 20))).toEqual(new Set([200]));
  store.configure({ chaos });
  store.clear();
  expect(store.settings.chaos).toBeNull();
  expect(await statusesOf(store, 5)).toEqual([200, 200, 200, 200, 200]);
});

test.each<[string, (store: MockStore) => void]>([
  ["store.configure: `latency` must be", (store) => store.configure({ latency: [2, 1], chaos: null })],
  ["store.configure: `chaos.rate` must be", (store) => store.configure({ rules: {}, chaos: { rate: 2 } })],
  [
    "store.configure: `rules` is invalid: it has the unknown field `duplicate`",
    (store) => store.configure({ latency: 1, rules: { duplicate: {} } as never }),
  ],
  ["`plants[1]` is invalid: `name` is missing", (store) => store.addPlants(MOSS, { id: 1 } as never)],
  ["`plants` must be fewer: the store keeps 1.", (store) => store.addPlants(MOSS, MOSS)],
])("an invalid value changes nothing: %s", (message, set) => {
  const settings = { latency: 5, chaos: { ...chaos, rate: 0 }, rules: { atomicIds: true } };
  const store = new MockStore({ ...settings, maxPlants: 1 });
  const listener = vi.fn();
  store.subscribe(listener);
  expect(() => set(store)).toThrow(message);
  expect([store.settings, store.plants]).toEqual([settings, []]);
  expect(listener).not.toHaveBeenCalled();
});

test("with a seed, a random latency is the same in every run", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const latency: Latency = [0, 1_000];
  const durations = async (seed: number) => {
    const store = new MockStore({ latency, chaos: { rate: 0, seed } });
    const sent = Array.from({ length: 5 }, () => post(store, FERN));
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(sent);
    return store.requests.map(({ duration }) => Math.round(duration ?? 0));
  };
  const first = await durations(1);
  expect(new Set(first).size).toBe(5);
  expect(await durations(1)).toEqual(first);
  expect(await durations(2)).not.toEqual(first);
});

test("PATCH chaos without a seed sets a random one, and returns it", async () => {
  const { url } = await openAdmin();
  const patch = async (chaos: object) => {
    const { text } = await send("PATCH", `${url}/__admin/settings`, JSON.stringify({ chaos }));
    return JSON.parse(text).chaos;
  };
  const seeds = [await patch({ rate: 0.5 }), await patch({ rate: 0.5 })].map(({ seed }) => seed);
  expect(seeds).toEqual([expect.any(Number), expect.any(Number)]);
  expect(seeds[0]).not.toBe(seeds[1]);
  expect(await patch({ rate: 0.5, seed: 7 })).toMatchObject({ seed: 7 });
});
