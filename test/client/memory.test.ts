import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";

const MEGABYTE = 1_048_576;

const script = fileURLToPath(new URL("memory-run.ts", import.meta.url));

/** The output of memory-run.ts. */
let measured: {
  collected: boolean;
  growth: number;
  listeners: number;
  kinds: Record<string, number>;
  held: number;
};

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script]);
  measured = JSON.parse(stdout);
  expect(measured.collected).toBe(true);
}, 180_000);

test("40,000 calls, of which one in ten fails, leak no memory and no listener", () => {
  const { growth, listeners, kinds } = measured;
  expect(growth).toBeLessThan(2 * MEGABYTE);
  expect(listeners).toBe(0);
  const failures = Object.values(kinds).reduce((sum, count) => sum + count);
  expect(failures).toBe(4_000);
  expect(Object.keys(kinds).sort()).toEqual([
    "aborted",
    "connection",
    "rejected",
    "timeout",
    "unexpected-response",
  ]);
});

test("a response that arrives byte by byte needs at most 160 bytes of memory per byte", () => {
  expect(measured.held).toBeLessThan(10 * MEGABYTE);
});
