import { describeFault } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
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

test.each(faultRows)("the guide's texts about $code are those of the mock", ({ code: _, ...row }) => {
  const { effect, createsPlant } = describeFault(row.fault);
  expect(JSON.parse(row.json)).toEqual(row.fault);
  expect(row.effect).toContain(effect.replace(/^creates the plant, then | and creates nothing$/g, ""));
  expect(row.createsPlant).toBe(createsPlant);
});
