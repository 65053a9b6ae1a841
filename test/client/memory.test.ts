import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";

const MEGABYTE = 1_048_576;

const script = fileURLToPath(new URL("memory-run.ts", import.meta.url));

/** What the run printed. */
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

test("forty thousand calls, one in ten failing, leave no memory and no listener behind", () => {
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

test("an answer that comes byte by byte does not cost hundreds of bytes for each of them", () => {
  expect(measured.held).toBeLessThan(10 * MEGABYTE);
});
