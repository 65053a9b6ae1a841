/**
 * One mock process serves test runners with several processes, each with a session of its own: Playwright, node --test and
 * Python.
 */
import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findChromium, findProgram } from "../../support/installed-programs.ts";
import { installApp, runNode } from "../app.ts";
import { startMock } from "./command.ts";

const modules = resolve(import.meta.dirname, "../../../node_modules");
const app = installApp(import.meta.dirname);
const file = (name: string) => join(app.folder, "app", name);

let mock: ChildProcess | undefined;
let mockUrl: string;
beforeAll(async () => {
  ({ mock, url: mockUrl } = await startMock(app.folder));
});
afterAll(() => void mock?.kill());

/** Serves the page, and returns its URL. */
async function servePage(): Promise<string> {
  const entryPoints = [file("page.mjs")];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", write: false });
  const html = await readFile(file("page.html"));
  const server = createServer(({ url }, response) => {
    if (url === "/page.js")
      response.setHeader("content-type", "text/javascript").end(outputFiles[0]?.contents);
    else response.setHeader("content-type", "text/html").end(html);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("Playwright: 20 tests of a page with two workers", async () => {
  const CHROMIUM = findChromium();
  if (CHROMIUM === undefined) expect.fail("Chromium is not installed. Run `npm run setup:browsers`.");
  for (const name of ["@playwright", "playwright"])
    await symlink(join(modules, name), join(app.folder, "node_modules", name));
  const env = { MOCK_URL: mockUrl, PAGE_URL: await servePage(), CHROMIUM };
  const args = [join(modules, "@playwright/test/cli.js"), "test", "--config", file("playwright.config.mjs")];
  const { code, output } = await runNode(app.folder, args, env);
  expect(output).toMatch(/Running 20 tests using 2 workers/);
  expect(output).toMatch(/20 passed/);
  expect(code).toBe(0);
});

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
