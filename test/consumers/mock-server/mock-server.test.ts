/**
 * One mock process serves test runners with several processes, each with a session of its own: node --test and Python. The
 * Playwright example does the same with Playwright.
 */
import { type ChildProcess, execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findProgram } from "../../support/installed-programs.ts";
import { installApp, runNode } from "../app.ts";
import { startMock } from "./command.ts";

const app = installApp(import.meta.dirname);
const file = (name: string) => join(app.folder, "app", name);

let mock: ChildProcess | undefined;
let mockUrl: string;
beforeAll(async () => {
  ({ mock, url: mockUrl } = await startMock(app.folder));
});
afterAll(() => void mock?.kill());

test("node --test: 40 tests in two files at the same time", async () => {
  const args = ["--test", "--test-concurrency=2", file("one.test.mjs"), file("other.test.mjs")];
  const { code, output } = await runNode(app.folder, args, { MOCK_URL: mockUrl });
  expect(output).toMatch(/pass 40\n(.*\n)*.*fail 0/);
  expect(code).toBe(0);
});

test("Python: 20 tests in each of two processes at the same time", async () => {
  const python = findProgram("python3");
  if (python === undefined) expect.fail("Python is not installed. Run `npm run setup:browsers`.");
  const runPython = (SESSION: string) => {
    const env = { PATH: process.env.PATH, MOCK_URL: mockUrl, SESSION, PYTHONDONTWRITEBYTECODE: "1" };
    return promisify(execFile)(python, [file("test_store.py")], { env });
  };
  for (const { stderr } of await Promise.all([runPython("python-one"), runPython("python-other")]))
    expect(stderr).toMatch(/Ran 20 tests in .*\n\nOK\n$/);
});
