/** How the live page recovers if it misses events of the store. */
import type { Fault, RemoteEvent } from "plant-store-sdk/mocks/remote";
import { beforeEach, expect, test, vi } from "vitest";
import { RequestHistory } from "../../mocks/page/request-history.ts";
import { LONG_WAIT } from "../support/long-wait.ts";

const remote = vi.hoisted(() => {
  return { requests: vi.fn(), plants: vi.fn(), faults: vi.fn(), settings: vi.fn(), events: vi.fn() };
});
vi.mock("../../mocks/page/connected-store.ts", () => ({ store: remote }));

beforeEach(() => {
  vi.stubGlobal("document", { hidden: false, addEventListener() {}, removeEventListener() {} });
});

test("reads everything again after dropped events, since any event may be among them", async () => {
  const request = { method: "POST", url: "http://mock/", headers: {}, body: "", created: false, time: 1 };
  let faults: Fault[] = [{ type: "hang" }];
  const { promise, resolve: dropEvents } = Promise.withResolvers<void>();
  remote.requests.mockResolvedValueOnce([{ ...request, index: 1 }]);
  remote.requests.mockResolvedValue([{ ...request, index: 3, status: 200 }]);
  remote.plants.mockResolvedValueOnce([]).mockResolvedValue([{ id: 1, name: "Fern" }]);
  remote.faults.mockImplementation(async () => faults);
  remote.settings.mockResolvedValueOnce({ latency: 0, rules: {} });
  remote.settings.mockResolvedValue({ latency: 200, rules: { duplicates: "created" } });
  remote.events.mockImplementation(async function* (): AsyncGenerator<RemoteEvent> {
    yield { type: "received", index: 2, request };
    await promise;
    yield { type: "dropped", count: 5 };
    await new Promise(() => {});
  });
  const shown: Record<string, unknown> = {};
  const { followStore } = await import("../../mocks/page/follow-store.ts");
  const history = new RequestHistory();
  followStore(history, {
    showConnection: (problem) => Object.assign(shown, { problem }),
    showCleared: () => Object.assign(shown, { wasCleared: true }),
    showRequests: () => Object.assign(shown, { requests: history.entries.map(({ index }) => index) }),
    showPlants: (plants) => Object.assign(shown, { plants }),
    showFaults: (faults) => Object.assign(shown, { faults }),
    showSettings: (settings) => Object.assign(shown, settings),
  });
  const before = { requests: [2, 1], plants: [], faults: [{ type: "hang" }], latency: 0, rules: {} };
  await vi.waitFor(() => expect(shown).toEqual({ problem: undefined, ...before }), LONG_WAIT);
  faults = [];
  dropEvents();
  const settings = { latency: 200, rules: { duplicates: "created" } };
  const after = { requests: [3], plants: [{ id: 1, name: "Fern" }], faults: [], ...settings };
  // It was cleared: request 2 is not there any more.
  await vi.waitFor(
    () => expect(shown).toEqual({ problem: undefined, wasCleared: true, ...after }),
    LONG_WAIT,
  );
});

test("does not blame a proxy if the mock only takes long to respond", async () => {
  vi.useFakeTimers();
  remote.events.mockImplementation(async () => []);
  remote.requests.mockImplementation(() => new Promise(() => {}));
  const { followStore } = await import("../../mocks/page/follow-store.ts");
  const showConnection = vi.fn();
  followStore(new RequestHistory(), {
    showConnection,
    showPlants() {},
    showFaults() {},
    showSettings() {},
  } as never);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(showConnection).not.toHaveBeenCalled();
});

test.each<[string, () => Promise<never>, number, RegExp]>([
  ["what the mock responds", () => Promise.reject(new Error("it said 403: no.")), 0, /^it said 403: no\.$/],
  ["that a proxy holds the events back", () => new Promise(() => {}), 5_000, /proxy may hold them back/],
])("says %s if it cannot connect", async (_, events, ms, expected) => {
  vi.useFakeTimers();
  remote.events.mockImplementation(events);
  const { followStore } = await import("../../mocks/page/follow-store.ts");
  const showConnection = vi.fn();
  followStore(new RequestHistory(), { showConnection } as never);
  await vi.advanceTimersByTimeAsync(ms);
  expect(showConnection.mock.lastCall?.[0]).toMatch(expected);
});
