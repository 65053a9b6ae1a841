/** How the live page joins what a caller knows with what the store did. */
import { safeCreatePlant } from "plant-store-sdk";
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { describeReality, type Known, realityOf } from "../../mocks/page/state/last-call.ts";
import { INITIAL_STATE, reduce } from "../../mocks/page/state/page-state.ts";
import type { Entry } from "../../mocks/page/state/request-history.ts";

const plant = { id: 1, name: "Fern" };

const entry = (index: number, changes: Partial<Entry> = {}): Entry => ({
  index,
  method: "POST",
  url: "http://localhost/plants",
  headers: {},
  body: '{"id":1,"name":"Fern"}',
  time: 1_000 * index,
  plant,
  created: false,
  isPending: false,
  ...changes,
});

test("the requests of a call have its plant, and came after it began", () => {
  const other = { id: 1, name: "Moss" };
  const entries = [entry(4), entry(3, { plant: other }), entry(2, { created: true }), entry(1)];
  const { requests, stored, isOver } = realityOf({ plant: { ...plant, id: 1n }, after: 1 }, entries);
  expect([...requests]).toEqual([4, 2]);
  expect({ stored, isOver }).toEqual({ stored: 1, isOver: true });
  expect(realityOf({ plant: { id: "fern" as never, name: "Fern" }, after: 0 }, entries).stored).toBe(0);
  expect(realityOf({ plant, after: 3 }, [entry(4, { isPending: true })]).isOver).toBe(false);
});

test("looks at the store until all requests of the call have ended: later ones can have the same plant", async () => {
  const result = await safeCreatePlant(plant, {
    baseUrl: "http://localhost",
    token: "any",
    fetch: new MockStore().fetch,
  });
  const history = (...entries: Entry[]) => ({ history: { entries, first: 0, last: 1 } });
  const reality = { requests: new Set<number>(), stored: 0, isOver: true };
  const call = { plant, after: 0, events: [], result, reality, isSettled: false };
  const waiting = reduce({ ...INITIAL_STATE, call }, history(entry(1, { isPending: true })));
  expect(waiting.call).toMatchObject({ isSettled: false, reality: { isOver: false } });
  const settled = reduce(waiting, history(entry(1, { created: true })));
  expect(settled.call).toMatchObject({ isSettled: true, reality: { stored: 1 } });
  const later = reduce(settled, history(entry(2, { created: true }), entry(1, { created: true })));
  expect(later.call?.reality).toEqual(settled.call?.reality);
});

test.each<[Known, number, string]>([
  ["created", 1, "In reality: stored. Your code knows."],
  ["not-created", 0, "In reality: not stored. Your code knows."],
  ["unknown", 1, "In reality: stored. Your code cannot know."],
  ["unknown", 0, "In reality: not stored. Your code cannot know."],
  ["unknown", 3, "In reality: stored 3 times. Your code cannot know."],
  ["duplicate", 2, "In reality: stored twice. Your code knows only that there may be a duplicate."],
  ["created", 0, "In reality: not stored. The response was wrong."],
  ["not-created", 1, "In reality: stored. The response was wrong."],
  ["pending", 1, ""],
])("if the code knows %s and the store has the plant %i times, says so", (known, stored, text) => {
  const reality = { requests: new Set([1]), stored, isOver: true };
  expect(describeReality(known, reality).join(" ")).toBe(text);
});

test("says why a plant was not stored if the caller does not know it", () => {
  const reality = { requests: new Set([1]), stored: 0, isOver: true, reason: "no plants today" };
  expect(describeReality("unknown", reality)[0]).toBe("In reality: not stored (no plants today).");
  expect(describeReality("not-created", reality)[0]).toBe("In reality: not stored.");
});

test("says nothing about a call that the store has not received, and does not judge before it has ended", () => {
  expect(describeReality("unknown", { requests: new Set(), stored: 0, isOver: true })).toEqual([]);
  const running = { requests: new Set([1]), stored: 0, isOver: false };
  expect(describeReality("unknown", running)).toEqual(["In reality: not stored yet."]);
});
