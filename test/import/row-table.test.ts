/** The table of rows, compared with a simple model, and its memory. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { keyOfPlant, type RowKey } from "../../src/import/input/row-key.ts";
import { NEW_ROW, type RowState, type RowStatus } from "../../src/import/journal/row-state.ts";
import { RowTable } from "../../src/import/journal/row-table.ts";
import { collectGarbage } from "../mocks/collect-garbage.ts";

/** Keys with few ids and few contents, so that they often conflict. */
const someKey = fc.record({
  idHigh: fc.constantFrom(0, -1),
  idLow: fc.nat(3),
  hashHigh: fc.constantFrom(0, 7),
  hashLow: fc.constantFrom(0, 1),
  occurrence: fc.integer({ min: 1, max: 2 }),
}) satisfies fc.Arbitrary<RowKey>;

const someState: fc.Arbitrary<RowState> = fc.record({
  status: fc.constantFrom<RowStatus>("new", "sent", "created", "exists", "not-created", "unknown"),
  attempt: fc.nat(1000),
  revision: fc.nat(1000),
  isUncertain: fc.boolean(),
  isDecided: fc.boolean(),
});

const idOf = ({ idHigh, idLow }: RowKey) => `${idHigh} ${idLow}`;
const contentOf = ({ hashHigh, hashLow }: RowKey) => `${hashHigh} ${hashLow}`;

test("the table remembers the state of every row, and finds conflicts of one id", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(someKey, someState), { maxLength: 60 }), (changes) => {
      const table = new RowTable();
      const model = new Map<string, { key: RowKey; state: RowState }>();
      for (const [key, state] of changes) {
        table.set(table.findOrAdd(key), state);
        model.set(JSON.stringify(key), { key, state });
      }
      for (const { key, state } of model.values()) {
        const index = table.find(key);
        expect([table.status(index), table.state(index), table.keyOf(index)]).toEqual([
          state.status,
          state,
          key,
        ]);
        const conflicts = [...model.values()]
          .filter((other) => idOf(other.key) === idOf(key) && contentOf(other.key) !== contentOf(key))
          .map((other) => other.state.status);
        const mayExist = conflicts.some((status) => status === "sent" || status === "unknown");
        const exists = conflicts.includes("created") || conflicts.includes("exists");
        expect(table.findConflict(index)?.exists).toBe(exists || (mayExist ? false : undefined));
      }
    }),
    { numRuns: 2_000 },
  );
});

test("rows with the same content are told apart by their order in the input", () => {
  const key = keyOfPlant({ id: 1, name: "Fern" });
  const other = keyOfPlant({ id: 2, name: "Fern" });
  const table = new RowTable();
  table.set(table.findOrAdd({ ...key, occurrence: 2 }), { ...NEW_ROW, status: "created", attempt: 1 });
  const rows = Array.from({ length: 50_000 }, () => table.addInputRow(key));
  expect(rows.map((index) => table.keyOf(index).occurrence)).toEqual(rows.map((_, order) => order + 1));
  expect(new Set(rows).size).toBe(50_000);
  expect(table.status(rows[1] as number)).toBe("created");
  expect(table.keyOf(table.addInputRow(other)).occurrence).toBe(1);
});

test("a row of the journal is not in the input until the input contains it, and keeps its state then", () => {
  const key = keyOfPlant({ id: 1, name: "Fern" });
  const table = new RowTable();
  const first = table.findOrAdd(key);
  const second = table.findOrAdd({ ...key, occurrence: 2 });
  const unknown = { ...NEW_ROW, status: "unknown", attempt: 3 } as const;
  table.set(first, unknown);
  expect([table.isInInput(first), table.isInInput(second)]).toEqual([false, false]);
  expect(table.addInputRow(key)).toBe(first);
  expect([table.isInInput(first), table.state(first)]).toEqual([true, unknown]);
  expect(table.isInInput(second)).toBe(false);
  table.set(first, { ...unknown, status: "sent", attempt: 4 });
  expect(table.isInInput(first)).toBe(true);
});

const hash = (value: number) => ({ hashHigh: ~value, hashLow: Math.imul(value, 0x1b873593) });

/** Full chunks of the table. */
const ROWS = 12 * 4096;

// A search that is slower for rows of one id or one content would take long.
test.each<[string, (row: number) => Omit<RowKey, "occurrence">, RowStatus, number]>([
  ["rows of different ids", (row) => ({ idHigh: 0, idLow: row, ...hash(row) }), "created", 0],
  ["equal rows", () => ({ idHigh: 0, idLow: 1, ...hash(1) }), "created", 0],
  ["created rows of one id", (row) => ({ idHigh: 0, idLow: 1, ...hash(row) }), "created", ROWS - 1],
  ["rejected rows of one id", (row) => ({ idHigh: 0, idLow: 1, ...hash(row) }), "not-created", 0],
])("%s need at most 60 bytes each", async (_, keyOf, status, expected) => {
  await collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const table = new RowTable();
  let conflicts = 0;
  for (let row = 0; row < ROWS; row++) {
    const index = table.addInputRow({ ...keyOf(row), occurrence: 1 });
    if (table.findConflict(index)) conflicts += 1;
    table.set(index, { ...NEW_ROW, status: "sent", attempt: 1 });
    table.set(index, { ...NEW_ROW, status, attempt: 1 });
  }
  await collectGarbage();
  const bytes = process.memoryUsage().arrayBuffers - before;
  expect(table.length).toBe(ROWS); // Also keeps the table in memory.
  expect(conflicts).toBe(expected);
  expect(bytes / ROWS).toBeGreaterThan(28);
  expect(bytes / ROWS).toBeLessThanOrEqual(60);
});
