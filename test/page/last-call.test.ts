/** How the live page joins what a caller knows with what the store did. */
import { expect, test } from "vitest";
import { describeReality, type Known, realityOf } from "../../mocks/page/last-call.ts";
import type { Entry } from "../../mocks/page/request-history.ts";
import { describeAttempts } from "../../mocks/page/requests/describe-attempts.ts";

const plant = { id: 1, name: "Fern" };

const entry = (index: number, changes: Partial<Entry> = {}): Entry => ({
  index,
  method: "POST",
  url: "http://localhost/plants",
  headers: { "user-agent": "a" },
  body: '{"id":1,"name":"Fern"}',
  time: 1_000 * index,
  plant,
  created: false,
  isPending: false,
  response: { headers: { "content-type": "application/json" }, body: "" },
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
  const unauthorized = [entry(1), entry(2, { unauthorized: true })];
  expect(realityOf({ plant, after: 0 }, unauthorized).isUnauthorized).toBe(true);
});

test.each<[Known, number, string]>([
  ["success", 1, "In reality: stored. Your code knows."],
  ["created", 1, "In reality: stored. Your code knows."],
  ["not-created", 0, "In reality: not stored. Your code knows."],
  ["unknown", 1, "In reality: stored. Your code cannot know."],
  ["unknown", 0, "In reality: not stored. Your code cannot know."],
  ["unknown", 3, "In reality: stored 3 times. Your code cannot know."],
  ["duplicate", 2, "In reality: stored twice. Your code knows only that there may be a duplicate."],
  ["success", 0, "In reality: not stored. The response was wrong."],
  ["not-created", 1, "In reality: stored. The response was wrong."],
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

test("says which requests send the same plant after a failure, and what the store knows of them", () => {
  const numbers = describeAttempts([
    entry(12, { body: "1", resentOf: 3 }),
    entry(11, { body: "2", resentOf: 8 }),
    entry(10, { body: "3", resentOf: 1_000 }),
    entry(9, { status: 200, time: 200_000 }),
    entry(8, { status: 503, time: 8_000 }),
    entry(7, { status: 200 }),
    entry(6, { status: 429 }),
    entry(5, { status: 200, headers: { "user-agent": "b" } }),
    entry(4, { status: 200, body: "{}" }),
    entry(3),
    entry(2, { status: 400 }),
    entry(1, { status: 400 }),
  ]);
  expect(Object.fromEntries(numbers)).toEqual({
    6: "sent again",
    7: "sent again (3)",
    10: "same request as #1000",
    11: "same request as #8, whose response was a 503",
    12: "same request as #3, whose response was lost",
  });
});
