/** How the live page combines the store's journal with its events. */
import type { RemoteRequest } from "plant-store-sdk/mocks/remote";
import { expect, test } from "vitest";
import { Journal, MAX_ENTRIES } from "../../mocks/page/journal.ts";

const request = (index: number, status?: number): RemoteRequest => ({
  index,
  method: "POST",
  url: "http://localhost/plants",
  headers: {},
  body: "",
  created: false,
  time: 1_000 + index,
  ...(status !== undefined && { status }),
});

const received = (index: number) => ({ type: "received", index, request: request(index) }) as const;
const ended = (index: number, status?: number) =>
  ({ type: "ended", index, request: request(index, status), duration: 5 }) as const;

const shown = (journal: Journal) => journal.entries.map(({ index }) => index);

test("lists requests newest first, whatever the order in which it learns of them", () => {
  const journal = new Journal();
  journal.apply(received(4));
  journal.load([request(1, 200), request(2, 200), request(3, 200)]);
  expect(shown(journal)).toEqual([4, 3, 2, 1]);
  expect(journal.last).toBe(4);
});

test("a request is pending until it ends", () => {
  const journal = new Journal();
  journal.apply(received(1));
  expect(journal.entries).toMatchObject([{ isPending: true }]);
  journal.apply(ended(1, 200));
  expect(journal.entries).toMatchObject([{ isPending: false, status: 200, duration: 5 }]);
});

test("what an event has reported is newer than the store's journal", () => {
  const journal = new Journal();
  journal.apply(received(1));
  journal.apply(ended(1, 200));
  journal.load([request(1)]);
  expect(journal.entries).toMatchObject([{ status: 200, duration: 5 }]);
});

test("a reset removes all requests, and those that it interrupts do not come back when they end", () => {
  const journal = new Journal();
  journal.apply(received(1));
  journal.apply({ type: "reset" });
  journal.apply(ended(1));
  expect(journal.entries).toEqual([]);
  journal.apply(received(2));
  expect(shown(journal)).toEqual([2]);
});

test("after a new connection, it keeps the durations that the store does not record", () => {
  const journal = new Journal();
  journal.apply(received(1));
  journal.apply(ended(1, 200));
  journal.start();
  journal.load([request(1, 200), request(2, 503)]);
  expect(journal.entries).toMatchObject([
    { index: 2, status: 503 },
    { index: 1, duration: 5 },
  ]);
});

test("after a restart of the store, it shows only the requests of the new one", () => {
  const journal = new Journal();
  for (const index of [1, 2, 3]) journal.apply(ended(index, 200));
  journal.start();
  journal.load([{ ...request(1, 503), time: 9_999 }]);
  expect(journal.entries).toEqual([{ ...request(1, 503), time: 9_999, isPending: false }]);
  expect(journal.last).toBe(1);
});

test("keeps the newest 1,000 requests", () => {
  const journal = new Journal();
  for (let index = 1; index <= MAX_ENTRIES + 5; index++) journal.apply(received(index));
  expect(shown(journal)).toHaveLength(MAX_ENTRIES);
  expect(shown(journal).at(-1)).toBe(6);
});
