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

test.each(readFaultTable())("the guide is right about $code", ({ json, fault, createsPlant }) => {
  expect(JSON.parse(json)).toEqual(fault);
  expect(describeFault(fault).createsPlant).toBe(createsPlant);
});
