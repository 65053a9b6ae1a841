/** How the live page combines the recorded requests with its events. */
import type { RemoteRequest } from "plant-store-sdk/mocks/remote";
import { expect, test } from "vitest";
import {
  forgetAll,
  INITIAL_STATE,
  type PageState,
  reduce,
  showRequests,
} from "../../mocks/page/state/page-state.ts";
import {
  historyOf,
  isForgotten,
  MAX_ENTRIES,
  type RequestHistory,
  recordRequest,
} from "../../mocks/page/state/request-history.ts";

const request = (index: number, status?: number, duration?: number): RemoteRequest => ({
  index,
  method: "POST",
  url: "http://localhost/plants",
  headers: {},
  body: "",
  created: false,
  time: 1_000 + index,
  status,
  duration,
});

const record = (type: "received" | "ended", history: RequestHistory, index: number) =>
  recordRequest(history, { type, index, request: request(index, type === "ended" ? 200 : undefined, 5) });
const received = (history: RequestHistory, index: number) => record("received", history, index);
const ended = (history: RequestHistory, index: number) => record("ended", history, index);

const shown = (history: RequestHistory) => history.entries.map(({ index }) => index);

test("lists requests newest first, and those that have not ended are pending", () => {
  const { entries } = historyOf([request(1, 200, 5), request(2)]);
  expect(entries).toMatchObject([{ isPending: true }, { isPending: false, duration: 5 }]);
});

test("a reset removes all requests, and those that it interrupts do not come back when they end", () => {
  const before = { ...INITIAL_STATE, history: received(historyOf([request(1, 200, 5)]), 2) };
  const cleared = reduce(before, forgetAll).history;
  expect(shown(ended(cleared, 2))).toEqual([]);
  expect(shown(ended(received(cleared, 3), 2))).toEqual([3]);
  expect(cleared.last).toBe(2);
});

test("requests that follow a reset are shown, also if they were read before the page learned of the reset", () => {
  const cleared = reduce({ ...INITIAL_STATE, history: historyOf([request(7)]) }, forgetAll).history;
  expect(ended(received(cleared, 7), 7).entries).toMatchObject([{ index: 7, isPending: false }]);
});

test.each<[boolean, string, RemoteRequest[]]>([
  [false, "has it", [request(1), request(2)]],
  [false, "has newer ones, too", [request(2), request(3)]],
  [false, "has removed it to record others", [request(4), request(5)]],
  [true, "has none", []],
  [true, "has only the next one", [request(3)]],
  [true, "has only older ones", [request(1)]],
  [true, "has another one with its number", [{ ...request(2), time: 5 }]],
])("says %s if asked whether a store that %s was reset or restarted", (expected, _, recorded) => {
  expect(isForgotten({ ...request(2), isPending: false }, recorded)).toBe(expected);
});

test("if the store was restarted, shows only its requests, and forgets the last call", () => {
  const before = {
    ...INITIAL_STATE,
    sentIds: [1],
    history: historyOf([1, 2, 3].map((index) => request(index))),
  };
  const { history, sentIds } = reduce(before, showRequests([{ ...request(1, 503, 5), time: 9_999 }]));
  expect([shown(history), history.last, sentIds]).toEqual([[1], 1, []]);
  expect(reduce(before, showRequests([request(3)])).sentIds).toEqual([1]);
});

test("keeps the newest 1,000 requests", () => {
  const recorded = Array.from({ length: MAX_ENTRIES + 3 }, (_, position) => request(position + 1));
  const { entries } = received(historyOf(recorded), MAX_ENTRIES + 4);
  expect([entries.length, entries[0]?.index, entries.at(-1)?.index]).toEqual([
    MAX_ENTRIES,
    MAX_ENTRIES + 4,
    5,
  ]);
});

test("while a request is open, later ones are held back, also after a restart", () => {
  const history = historyOf([request(1), request(2)]);
  const held = (state: PageState, ...changes: Parameters<typeof reduce>[1][]) =>
    changes.reduce<PageState>(reduce, state).heldAt;
  const open = { ...INITIAL_STATE, history, open: new Set([1]) };
  const next = { history: received(history, 3) };
  expect(held(open, {}, next)).toBe(2);
  expect(held(open, {}, next, { heldAt: undefined })).toBe(3);
  expect(held(open, {}, next, { open: new Set() })).toBeUndefined();
  expect(held(open, {}, { history: historyOf([request(1)]) })).toBe(1);
  expect(held(open, {}, forgetAll)).toBeUndefined();
});
