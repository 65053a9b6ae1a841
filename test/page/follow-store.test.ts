/** How the live page recovers if it misses events, or cannot connect. test/browsers tests what it shows after each event. */
import type { RemoteEvent, RemoteMockStore } from "plant-store-sdk/mocks/remote";
import { MockStore } from "plant-store-sdk/mocks/store";
import { beforeEach, expect, test, vi } from "vitest";
import { followStore } from "../../mocks/page/state/follow-store.ts";
import { INITIAL_STATE, reduce } from "../../mocks/page/state/page-state.ts";

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false, addEventListener() {}, removeEventListener() {} });
});

/** A page that follows a store. */
function follow(store: Pick<RemoteMockStore, "events" | "plants" | "requests" | "faults" | "settings">) {
  const page = { state: INITIAL_STATE };
  followStore(store, (change) => {
    page.state = reduce(page.state, change);
  });
  return page;
}

/** Controls a store of this process like one of another process. It reports no events. */
function remoteOf(store: MockStore) {
  return {
    requests: async () => [],
    plants: async () => store.plants,
    faults: async () => store.faults,
    settings: async () => store.settings,
    events: async (): ReturnType<RemoteMockStore["events"]> => (async function* () {})(),
  };
}

const ivy = { id: 7, name: "Ivy" };

test("reads everything again after dropped events, since any event may be among them", async () => {
  const request = { method: "POST", url: "http://mock/", headers: {}, body: "", created: false, time: 1 };
  const { promise, resolve: dropEvents } = Promise.withResolvers<void>();
  async function* events(): AsyncGenerator<RemoteEvent, void, void> {
    yield { type: "received", index: 2, request };
    await promise;
    yield { type: "dropped", count: 5 };
    yield { type: "ended", index: 3, request: { ...request, status: 503 } };
    await new Promise(() => {});
  }
  const requests = vi.fn().mockResolvedValueOnce([{ ...request, index: 1 }]);
  requests.mockResolvedValue([{ ...request, index: 3, status: 200, duration: 1 }]);
  const store = { ...remoteOf(new MockStore()), requests, events: async () => events() };
  const page = follow(store);
  await expect.poll(() => page.state.history.entries).toMatchObject([{ index: 2 }, { index: 1 }]);
  page.state = { ...page.state, sentIds: [1] };
  const after = { faults: [{ type: "hang" }], plants: [ivy], settings: { latency: 9 } };
  const { faults, plants, settings } = remoteOf(new MockStore({ plants: [ivy], latency: 9 }));
  Object.assign(store, { plants, settings, faults: async () => [...(await faults()), { type: "hang" }] });
  dropEvents();
  // It was cleared: request 2 is not there any more. The event that follows is newer than what was read.
  await expect.poll(() => page.state.history.entries).toMatchObject([{ index: 3, status: 503 }]);
  expect(page.state).toMatchObject({ ...after, sentIds: [] });
});

test("does not blame a proxy if the mock only takes long to respond", async () => {
  vi.useFakeTimers();
  const page = follow({ ...remoteOf(new MockStore()), requests: () => new Promise(() => {}) });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(page.state.connection).toBe("Connecting");
});

test.each<[string, () => Promise<never>, number, RegExp]>([
  [
    "what the mock responds",
    () => Promise.reject(new Error("it said 403: no.")),
    0,
    /^it said 403: no\. This/,
  ],
  ["that a proxy holds the events back", () => new Promise(() => {}), 5_000, /proxy may hold them back/],
])("says %s if it cannot connect", async (_, events, ms, expected) => {
  vi.useFakeTimers();
  const page = follow({ ...remoteOf(new MockStore()), events });
  await vi.advanceTimersByTimeAsync(ms);
  expect(page.state).toMatchObject({ connection: "Disconnected", message: expect.stringMatching(expected) });
});
