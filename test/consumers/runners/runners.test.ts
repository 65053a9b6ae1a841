/** Runs the test suite of an application with each test runner. */
import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, test } from "vitest";
import { expectRun, installApp } from "../app.ts";

const app = installApp();

beforeAll(async () => {
  // The same application with MSW 2 as its `msw`.
  const folder = join(app.folder, "msw-2");
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await symlink("../../node_modules/msw-2", join(folder, "node_modules/msw"));
  await cp(join(app.folder, "runners/app"), join(folder, "app"), { recursive: true });
  const sdk = "node_modules/plant-store-sdk";
  await cp(join(app.folder, sdk), join(folder, sdk), { recursive: true });
});

describe("Vitest", () => {
  const runVitest = (environment: string, specs: string[], exitCode: number, prints: RegExp[]) => {
    const config = ["--config", "runners/app/vitest.config.mjs", "--root", ".", "--environment", environment];
    const passed = new RegExp(`Tests +${3 * specs.length} passed`);
    const vitest = ["node_modules/vitest/vitest.mjs", "run", ...specs, ...config];
    return expectRun(app.folder, vitest, [passed, ...prints], exitCode);
  };

  test.each([
    ["store.fetch, MSW 3 and MSW 2", "node", ["runners/app/fetch", "runners/app/msw", "msw-2/app/msw"]],
    ["with jsdom, store.fetch and MSW 3", "jsdom", ["runners/app/fetch", "runners/app/msw"]],
    ["with happy-dom, store.fetch", "happy-dom", ["runners/app/fetch"]],
  ])("%s", (_, environment, specs) => runVitest(environment, specs, 0, []));

  test("with happy-dom, MSW 3: all pass, but a retried call leaves an error, because happy-dom cannot cancel a body", () =>
    runVitest("happy-dom", ["runners/app/msw"], 1, [/Controller is already closed/]));
});

describe("Jest", () => {
  const runJest = (flags: string[], environment: string, specs: string[], prints: RegExp, exitCode = 0) => {
    const folders = ["--rootDir", "runners/app", "--roots", ".", "--roots", "../../msw-2/app"];
    const args = ["node_modules/jest/bin/jest.js", ...specs, ...folders, "--env", environment];
    return expectRun(app.folder, [...flags, ...args], [prints], exitCode);
  };

  /** Jest loads ES modules, such as MSW's, only with this flag. */
  const ESM = ["--experimental-vm-modules"];
  const passed = (count: number) => new RegExp(`Tests: +${count} passed, ${count} total`);

  test("CommonJS, store.fetch", () => runJest([], "node", ["runners/app/fetch.spec.cjs"], passed(3)));

  test("CommonJS with MSW, ES modules, and MSW 2", () =>
    runJest(ESM, "node", ["msw.spec.cjs", "runners/app/fetch.spec.mjs", "msw.spec.mjs"], passed(15)));

  test("with jest-fixed-jsdom, store.fetch and MSW 3", () =>
    runJest(ESM, "jest-fixed-jsdom", ["runners/app/fetch.spec.cjs", "runners/app/msw.spec.mjs"], passed(6)));

  test("with its own jsdom, a call fails as misconfigured, because there is no fetch", () =>
    runJest([], "jsdom", ["runners/app/fetch.spec.cjs"], /\+ configuration/, 1));
});

test("node --test, store.fetch, MSW 3 and MSW 2", () => {
  const specs = ["runners/app/fetch.spec.mjs", "runners/app/msw.spec.mjs", "msw-2/app/msw.spec.mjs"];
  const args = ["--import", "./runners/app/node-globals.mjs", "--test", ...specs];
  return expectRun(app.folder, args, [/pass 9\n(.*\n)*.*fail 0/]);
});
