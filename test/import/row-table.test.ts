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
  status: fc.constantFrom<RowStatus>("new", "sent", "created", "not-created", "unknown"),
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
      expect(table.length).toBe(model.size);
      for (const { key, state } of model.values()) {
        const row = table.find(key);
        expect([table.status(row), table.state(row), table.keyOf(row)]).toEqual([state.status, state, key]);
        const conflicts = [...model.values()].filter(
          (other) =>
            idOf(other.key) === idOf(key) &&
            contentOf(other.key) !== contentOf(key) &&
            ["sent", "created", "unknown"].includes(other.state.status),
        );
        expect(table.findConflict(row) !== -1).toBe(conflicts.length > 0);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("rows with the same content are told apart by the order in which they are seen", () => {
  const key = keyOfPlant({ id: 1, name: "Fern" });
  const other = keyOfPlant({ id: 2, name: "Fern" });
  const table = new RowTable();
  table.set(table.findOrAdd({ ...key, occurrence: 2 }), { ...NEW_ROW, status: "created", attempt: 1 });
  const seen = Array.from({ length: 50_000 }, () => table.see(key));
  expect(seen.map((row) => table.keyOf(row).occurrence)).toEqual(seen.map((_, index) => index + 1));
  expect(new Set(seen).size).toBe(50_000);
  expect(table.status(seen[1] as number)).toBe("created");
  expect(table.keyOf(table.see(other)).occurrence).toBe(1);
});

test("a row of the journal is not seen until the input contains it, and keeps its status then", () => {
  const key = keyOfPlant({ id: 1, name: "Fern" });
  const table = new RowTable();
  const row = table.findOrAdd(key);
  const unknown = { ...NEW_ROW, status: "unknown", attempt: 3 } as const;
  table.set(row, unknown);
  expect(table.isSeen(row)).toBe(false);
  expect(table.see(key)).toBe(row);
  expect([table.isSeen(row), table.state(row)]).toEqual([true, unknown]);
  table.set(row, { ...unknown, status: "sent", attempt: 4 });
  expect(table.isSeen(row)).toBe(true);
});

test("a million rows need at most 60 bytes each", { timeout: 120_000 }, async () => {
  const ROWS = 1_000_000;
  await collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const table = new RowTable();
  for (let id = 0; id < ROWS; id++) {
    const hashLow = Math.imul(id, 0x1b873593);
    const key = { idHigh: 0, idLow: id, hashHigh: ~id, hashLow, occurrence: 1 };
    table.set(table.see(key), { ...NEW_ROW, status: "created", attempt: 1 });
  }
  await collectGarbage();
  const bytes = process.memoryUsage().arrayBuffers - before;
  expect(table.length).toBe(ROWS); // Also keeps the table in memory.
  expect(bytes / ROWS).toBeGreaterThan(28);
  expect(bytes / ROWS).toBeLessThanOrEqual(60);
});
