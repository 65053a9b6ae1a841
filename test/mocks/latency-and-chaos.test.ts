/** Delays and random faults that apply to every request. */
import { type Fault, faults, MockStore, type MockStoreOptions } from "plant-store-sdk/mocks/store";
import { describe, expect, test, vi } from "vitest";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { FERN, PLANTS_URL, post } from "../support/post-plant.ts";

describe("latency", () => {
  /** How a request ends, and after how many ms. */
  async function endUnder(latency: MockStoreOptions["latency"], ...queue: Fault[]) {
    jumpFromTimerToTimer({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    const store = new MockStore({ latency });
    store.enqueue(...queue);
    const started = performance.now();
    const end = await post(store, FERN).then(
      ({ status }) => status,
      () => "lost",
    );
    return { end, ms: performance.now() - started };
  }

  test.each<[string, Fault[], end: number | string, ms: number]>([
    ["a success", [], 200, 50],
    ["a status", [faults.status(503)], 503, 50],
    ["a reset", [faults.reset()], "lost", 50],
    ["a delay, and adds to it", [faults.delay(20)], 200, 70],
  ])("comes before %s", async (_what, queue, end, ms) => {
    expect(await endUnder(50, ...queue)).toEqual({ end, ms });
  });

  test.each([
    [0, 100],
    [0.5, 300],
    [0.75, 400],
  ])("between two times is random: %d", async (random, ms) => {
    vi.spyOn(Math, "random").mockReturnValue(random);
    expect(await endUnder([100, 500])).toEqual({ end: 200, ms });
  });
});

describe("chaos", () => {
  /** The faults of several requests, one after another. */
  async function fatesOf(store: MockStore, requests: number): Promise<(string | undefined)[]> {
    const first = store.requests.length;
    for (let request = 0; request < requests; request++) await post(store, FERN).catch(() => {});
    return store.requests.slice(first).map(({ fault }) => fault && JSON.stringify(fault));
  }

  const instant = [faults.status(503), faults.status(504), faults.reset()];

  test("gives about the given share of the requests a fault, and uses all faults", async () => {
    const store = new MockStore({ chaos: { rate: 0.3, faults: instant } });
    const fates = await fatesOf(store, 1_000);
    // With a fixed seed, these numbers never change.
    for (const fault of instant) {
      expect(fates.filter((fate) => fate === JSON.stringify(fault)).length / 1_000).toBeCloseTo(0.1, 1);
    }
  });

  test("is the same for the same seed, also after clear(), and different for another", async () => {
    const storeOf = (seed?: number) => new MockStore({ chaos: { rate: 0.5, faults: instant, seed } });
    const store = storeOf();
    const fates = await fatesOf(store, 50);
    expect(await fatesOf(storeOf(0), 50)).toEqual(fates);
    expect(await fatesOf(storeOf(8), 50)).not.toEqual(fates);
    store.clear();
    expect(await fatesOf(store, 50)).toEqual(fates);
  });

  test("counts requests with a queued fault, which takes precedence", async () => {
    const options: MockStoreOptions = { chaos: { rate: 1, faults: instant } };
    const fates = await fatesOf(new MockStore(options), 20);
    const store = new MockStore(options);
    store.enqueue(faults.status(599));
    expect(await fatesOf(store, 20)).toEqual([JSON.stringify(faults.status(599)), ...fates.slice(1)]);
  });

  test("does not count requests to other paths and with other methods", async () => {
    const options: MockStoreOptions = { chaos: { rate: 0.5, faults: instant } };
    const fates = await fatesOf(new MockStore(options), 20);
    const store = new MockStore(options);
    for (const path of ["health", "moss"]) await store.fetch(`https://plants.example/${path}`);
    await store.fetch(PLANTS_URL);
    expect(await fatesOf(store, 20)).toEqual(fates);
  });

  test("by default chooses a 503, a reset, a reset after the plant was created, and a delay of 2 s", async () => {
    vi.useFakeTimers();
    const store = new MockStore({ chaos: { rate: 1 } });
    for (let request = 0; request < 50; request++) {
      const response = post(store, FERN).catch(() => {});
      await vi.runAllTimersAsync();
      await response;
    }
    const textOf = (fault: unknown) => JSON.stringify(fault);
    const resets = [faults.reset(), faults.reset({ afterCreate: true })];
    expect(new Set(store.requests.map(({ fault }) => textOf(fault)))).toEqual(
      new Set([faults.status(503), ...resets, faults.delay(2_000)].map(textOf)),
    );
  });
});
