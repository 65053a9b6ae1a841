/** The memory that unknown rows and decisions about them need. */
import { type ImportJournal, listUnknownRows, type RowDecision } from "plant-store-sdk/import";
import { expect, test } from "vitest";
import { applyDecisions } from "../../src/import/journal/operator-decisions.ts";
import { RowHistory } from "../../src/import/journal/row-history.ts";
import { collectGarbage } from "../mocks/collect-garbage.ts";

const ROWS = 200_000;

/** An object per row would need more than twice as much. */
const MAX_HEAP_PER_ROW = 32;

const rowOf = (id: number) => `${id}:01234567${id.toString(16).padStart(8, "0")}`;

/** A journal of unknown rows that forgets what is appended. */
const journal: ImportJournal = {
  *read() {
    for (let id = 0; id < ROWS; id++) {
      yield JSON.stringify({ event: "intent", row: rowOf(id), attempt: 1, name: `Fern ${id}` });
    }
  },
  append: async () => {},
  close: async () => {},
};

async function heapInUse(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().heapUsed;
}

test("a list of unknown rows is streamed", { timeout: 120_000 }, async () => {
  const before = await heapInUse();
  let listed = 0;
  let growth = 0;
  for await (const { id } of listUnknownRows(journal)) {
    expect(id).toBe(BigInt(listed));
    if (++listed === ROWS) growth = (await heapInUse()) - before;
  }
  expect(listed).toBe(ROWS);
  expect(growth / ROWS).toBeLessThan(MAX_HEAP_PER_ROW);
});

test("decisions about all rows are applied without keeping them", { timeout: 120_000 }, async () => {
  const history = await RowHistory.read(journal);
  const before = await heapInUse();
  let growth = 0;
  async function* decisions(): AsyncGenerator<RowDecision> {
    for (let id = 0; id < ROWS; id++) {
      if (id === ROWS - 1) growth = (await heapInUse()) - before;
      yield { row: rowOf(id), attempt: 1, revision: 0, outcome: "created" };
    }
  }
  expect(await applyDecisions(history, decisions())).toBe(ROWS);
  expect(history.count()).toEqual({ created: ROWS, exists: 0, notCreated: 0, unknown: 0 });
  expect(growth / ROWS).toBeLessThan(MAX_HEAP_PER_ROW);
});
