/** How the live page combines the recorded requests with its events. */
import type { RemoteRequest } from "plant-store-sdk/mocks/remote";
import { expect, test } from "vitest";
import { MAX_ENTRIES, RequestHistory } from "../../mocks/page/request-history.ts";

const request = (index: number, status?: number, duration?: number): RemoteRequest => ({
  index,
  method: "POST",
  url: "http://localhost/plants",
  headers: {},
  body: "",
  created: false,
  time: 1_000 + index,
  ...(status !== undefined && { status }),
  ...(duration !== undefined && { duration }),
});

const received = (index: number) => ({ type: "received", index, request: request(index) }) as const;
const ended = (index: number, status?: number) =>
  ({ type: "ended", index, request: request(index, status, 5) }) as const;

const shown = (history: RequestHistory) => history.entries.map(({ index }) => index);

test("lists requests newest first, whatever the order in which it learns of them", () => {
  const history = new RequestHistory();
  history.apply(received(4));
  history.load([request(1, 200), request(2, 200), request(3, 200)]);
  expect(shown(history)).toEqual([4, 3, 2, 1]);
  expect(history.last).toBe(4);
});

test("a request is pending until it ends, and what an event has reported is newer than the recorded requests", () => {
  const history = new RequestHistory();
  history.apply(received(1));
  expect(history.entries).toMatchObject([{ isPending: true }]);
  history.apply(ended(1, 200));
  history.load([request(1)]);
  expect(history.entries).toMatchObject([{ isPending: false, status: 200, duration: 5 }]);
});

test("a reset removes all requests, and those that it interrupts do not come back when they end", () => {
  const history = new RequestHistory();
  history.apply(received(1));
  history.apply({ type: "clear" });
  history.apply(ended(1));
  expect(history.entries).toEqual([]);
  history.apply(received(2));
  expect(shown(history)).toEqual([2]);
});

test("what the store has recorded says whether a request has ended", () => {
  const history = new RequestHistory();
  history.load([request(1, 200, 5), request(2)]);
  expect(history.entries).toMatchObject([
    { index: 2, isPending: true },
    { index: 1, isPending: false, duration: 5 },
  ]);
});

test("says whether the store no longer has what it had before: it was reset or restarted", () => {
  const history = new RequestHistory();
  const reconnect = (...recorded: RemoteRequest[]) => {
    history.start();
    return history.load(recorded);
  };
  expect(reconnect(request(1, 200), request(2, 200))).toBe(false);
  expect(reconnect(request(1, 200), request(2, 200), request(3, 200))).toBe(false);
  const newer = Array.from({ length: MAX_ENTRIES }, (_, position) => request(5 + position));
  expect(reconnect(...newer)).toBe(false);
  expect(reconnect(request(2_000))).toBe(false); // The store may keep only one.
  expect(reconnect(request(2_001))).toBe(true);
  expect(reconnect(request(2_000))).toBe(true);
  expect(reconnect({ ...request(2_000), time: 5 })).toBe(true);
  expect(reconnect()).toBe(true);
});

test("requests that follow a reset are shown, also if they were loaded before the page learned of the reset", () => {
  const history = new RequestHistory();
  history.load([request(7)]);
  history.apply({ type: "clear" });
  expect([shown(history), history.first]).toEqual([[], 8]);
  history.apply(received(7));
  history.apply(ended(7, 200));
  history.apply(ended(6));
  expect(history.entries).toMatchObject([{ index: 7, isPending: false }]);
});

test("after a restart of the store, it shows only the requests of the new one", () => {
  const history = new RequestHistory();
  for (const index of [1, 2, 3]) history.apply(ended(index, 200));
  history.start();
  history.load([{ ...request(1, 503, 5), time: 9_999 }]);
  expect(history.entries).toEqual([{ ...request(1, 503, 5), time: 9_999, isPending: false }]);
  expect(history.last).toBe(1);
});

test("keeps the newest 1,000 requests", () => {
  const history = new RequestHistory();
  for (let index = 1; index <= MAX_ENTRIES + 5; index++) history.apply(received(index));
  expect(shown(history)).toHaveLength(MAX_ENTRIES);
  expect(shown(history).at(-1)).toBe(6);
});
