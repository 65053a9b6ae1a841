import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const MEGABYTE = 1_048_576;

test("a hundred thousand calls, one in ten failing, leave no memory and no listener behind", async () => {
  const script = fileURLToPath(new URL("memory-run.ts", import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", script]);
  const { collected, growth, listeners, kinds } = JSON.parse(stdout);
  expect(collected).toBe(true);
  expect(growth).toBeLessThan(5 * MEGABYTE);
  expect(listeners).toBe(0);
  const failures = Object.values<number>(kinds).reduce((sum, count) => sum + count);
  expect(failures).toBe(10_000);
  expect(Object.keys(kinds).sort()).toEqual([
    "aborted",
    "connection",
    "rejected",
    "timeout",
    "unexpected-response",
  ]);
}, 180_000);
