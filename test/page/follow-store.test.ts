/** How the live page follows the store, and recovers if it misses events. */
import type { RemoteEvent, RemoteMockStore } from "plant-store-sdk/mocks/remote";
import { faults, MockStore, type MockStoreEvent } from "plant-store-sdk/mocks/store";
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

/** Controls a store of this process like one of another process. */
function remoteOf(store: MockStore) {
  return {
    requests: async () => store.requests.map((request, position) => ({ ...request, index: position + 1 })),
    plants: async () => store.plants,
    faults: async () => store.faults,
    settings: async () => store.settings,
    events: async () => {
      const events: MockStoreEvent[] = [];
      let wake = () => {};
      store.subscribe((event) => {
        events.push(event);
        wake();
      });
      return (async function* (): AsyncGenerator<RemoteEvent, void, void> {
        for (;;) {
          const event = events.shift();
          if (event !== undefined) yield event;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      })();
    },
  };
}

const fern = { id: 1, name: "Fern" };
const ivy = { id: 7, name: "Ivy" };

const create = (store: MockStore, plant = ivy) =>
  store.fetch("http://mock/plants", {
    method: "POST",
    headers: { authorization: "Bearer any", "content-type": "application/json" },
    body: JSON.stringify(plant),
  });

/** The request does not end. */
function hold(store: MockStore): void {
  store.enqueue(faults.hold());
  create(store).catch(() => {});
}

/** For every type of event, what causes it, and what the page then shows. `dropped` has a test of its own. */
const EVENTS: Record<MockStoreEvent["type"], [(store: MockStore) => unknown, object]> = {
  received: [hold, { history: { entries: [{ index: 2, plant: ivy, isPending: true }, { index: 1 }] } }],
  ended: [create, { history: { entries: [{ isPending: false, status: 200 }, {}] }, plants: [fern, ivy] }],
  clear: [
    (store) => store.clear(),
    {
      history: { entries: [] },
      plants: [],
      faults: [],
      settings: { latency: 0, chaos: null },
      call: undefined,
      sentIds: [],
    },
  ],
  requests: [(store) => store.clearRequests(), { history: { entries: [] }, plants: [fern] }],
  plants: [(store) => store.addPlants(ivy), { plants: [fern, ivy], suggestedId: "8" }],
  faults: [(store) => store.enqueue(faults.hang()), { faults: [{ type: "hang", id: 1 }, { type: "hang" }] }],
  settings: [(store) => store.configure({ latency: 9 }), { settings: { latency: 9 } }],
};

test.each(Object.entries(EVENTS))("after the event %j, shows what changed", async (_, [cause, expected]) => {
  const store = new MockStore();
  await create(store, fern);
  store.enqueue(faults.hang({ id: 1 }));
  store.configure({ latency: 1, chaos: { rate: 0.5, faults: [faults.delay(1)] } });
  const page = follow(remoteOf(store));
  const before = { connection: "Live", plants: [fern], suggestedId: "2", faults: [{ id: 1 }] };
  await expect.poll(() => page.state).toMatchObject(before);
  const call = { plant: fern, after: 0, events: [], reality: { requests: new Set<number>() } };
  page.state = { ...page.state, sentIds: [1], call: { ...call, isSettled: true } as never };
  cause(store);
  await expect.poll(() => page.state).toMatchObject(expected);
});

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
