/** The examples of tests pass with the commands they name, and the guide's table of faults is correct. */
import { safeCreatePlant } from "plant-store-sdk";
import { createPlantStore, describeFault, faults } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { testOptions } from "../support/client.ts";
import { readFaultTable } from "../support/fault-table.ts";
import { commandOf, run } from "./run-example.ts";

const longTimeout = { timeout: 60_000 };

test("the example for Vitest passes with its own command", longTimeout, async () => {
  const [npx, vitest = "", ...args] = commandOf("examples/testing-vitest/nursery.test.ts");
  expect([npx, vitest]).toEqual(["npx", "vitest"]);
  const { code, stdout, stderr } = await run(vitest, ...args, "--no-cache"); // The cache would be in the folder of the example.
  expect(stderr).toBe("");
  expect(stdout).toMatch(/Tests +6 passed \(6\)/);
  expect(code).toBe(0);
});

test("the example for Jest passes with its own command", longTimeout, async () => {
  const [npx, jest = "", ...args] = commandOf("examples/testing-jest/nursery.test.cjs");
  expect([npx, jest]).toEqual(["npx", "jest"]);
  const { code, stderr } = await run(jest, ...args);
  expect(stderr).toMatch(/Tests: +2 passed, 2 total/);
  expect(code).toBe(0);
});

const faultRows = readFaultTable();

test("the guide's table of faults has every fault", () => {
  const named = faultRows.map(({ code }) => /^faults\.(\w+)/.exec(code)?.[1]);
  expect([...new Set(named)].sort()).toEqual(Object.keys(faults).sort());
});

test.each(faultRows)("the guide's texts about $code are those of the mock", ({ code: _, ...row }) => {
  const { effect, createsPlant, failure } = describeFault(row.fault);
  expect(JSON.parse(row.json)).toEqual(row.fault);
  expect(row.effect).toContain(effect.replace(/^creates the plant, then | and creates nothing$/g, ""));
  expect(row.createsPlant).toBe(createsPlant);
  expect([row.kind, row.outcome]).toEqual([failure?.kind, failure?.outcome]);
});

test.each(faultRows)(
  "the guide describes $code correctly: plant created $createsPlant, kind $kind, outcome $outcome",
  async ({ fault, createsPlant, kind, outcome }) => {
    vi.useFakeTimers();
    const store = createPlantStore();
    store.enqueue(fault);
    const options = { ...testOptions, fetch: store.fetch, timeout: 2_000 };
    const pending = safeCreatePlant({ id: 1, name: "Fern" }, options);
    await vi.waitFor(() => expect(store.requests).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(30_000);
    const result = await pending;
    expect(store.plants).toHaveLength(createsPlant ? 1 : 0);
    const error = result.success ? undefined : result.error;
    expect([error?.kind, error?.outcome]).toEqual([kind, outcome]);
  },
);
