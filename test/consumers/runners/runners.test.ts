/** Runs the test suite of an application with each test runner. */
import { cp, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, test } from "vitest";
import { expectRun, installApp } from "../app.ts";

const app = installApp(import.meta.dirname);

/** The folder of the same application with MSW 2 as its `msw`. */
const MSW_2 = "msw-2";

beforeAll(async () => {
  const folder = join(app.folder, MSW_2);
  await mkdir(join(folder, "node_modules"), { recursive: true });
  await symlink("../../node_modules/msw-2", join(folder, "node_modules/msw"));
  for (const path of ["app", "node_modules/plant-store-sdk"])
    await cp(join(app.folder, path), join(folder, path), { recursive: true });
});

describe("Vitest", () => {
  const runVitest = (
    spec: string,
    environment: string,
    folder: string,
    exitCode = 0,
    prints: RegExp[] = [],
  ) => {
    const args = ["run", spec, "--root", join(folder, "app"), "--environment", environment];
    const passed = /Tests +3 passed \(3\)/;
    return expectRun(app.folder, ["node_modules/vitest/vitest.mjs", ...args], [passed, ...prints], exitCode);
  };

  test.each([
    ["MSW 3", "msw.spec.mjs", "node"],
    ["store.fetch", "fetch.spec.mjs", "node"],
    ["with jsdom, MSW 3", "msw.spec.mjs", "jsdom"],
    ["with jsdom, store.fetch", "fetch.spec.mjs", "jsdom"],
    ["with happy-dom, store.fetch", "fetch.spec.mjs", "happy-dom"],
    ["MSW 2", "msw.spec.mjs", "node", MSW_2],
  ])("%s", (_, spec, environment, folder = ".") => runVitest(spec, environment, folder));

  test("with happy-dom, MSW 3: a retried call leaves an error, because happy-dom cannot cancel a body", () =>
    runVitest("msw.spec.mjs", "happy-dom", ".", 1, [/Controller is already closed/]));
});

describe("Jest", () => {
  const runJest = (spec: string, environment: string, folder: string, exitCode: number, prints: RegExp) => {
    // Jest loads ES modules, such as MSW's, only with this flag.
    const flags = /\.mjs$|^msw/.test(spec) ? ["--experimental-vm-modules"] : [];
    const args = [spec, "--rootDir", join(folder, "app"), "--env", environment];
    return expectRun(app.folder, [...flags, "node_modules/jest/bin/jest.js", ...args], [prints], exitCode);
  };

  test.each([
    ["CommonJS, store.fetch", "fetch.spec.cjs"],
    ["CommonJS, MSW 3", "msw.spec.cjs"],
    ["CommonJS, MSW 2", "msw.spec.cjs", "node", MSW_2],
    ["ES modules, store.fetch", "fetch.spec.mjs"],
    ["ES modules, MSW 3", "msw.spec.mjs"],
    ["ES modules, MSW 2", "msw.spec.mjs", "node", MSW_2],
    ["with jest-fixed-jsdom, store.fetch", "fetch.spec.cjs", "jest-fixed-jsdom"],
    ["with jest-fixed-jsdom, MSW 3", "msw.spec.mjs", "jest-fixed-jsdom"],
  ])("%s", (_, spec, environment = "node", folder = ".") =>
    runJest(spec, environment, folder, 0, /Tests: +3 passed, 3 total/),
  );

  test.each([
    ["store.fetch", "fetch.spec.cjs"],
    ["MSW 3", "msw.spec.mjs"],
  ])("with its own jsdom, %s: fails, because neither fetch nor TextEncoder exists", (_, spec) =>
    runJest(spec, "jsdom", ".", 1, /ReferenceError: (Text(En|De)coder|Request) is not defined/),
  );
});

describe("node --test", () => {
  test.each([
    ["ES modules, store.fetch", "fetch.spec.mjs"],
    ["ES modules, MSW 3", "msw.spec.mjs"],
    ["ES modules, MSW 2", "msw.spec.mjs", MSW_2],
  ])("%s", (_, spec, folder = ".") => {
    const args = ["--import", "./app/node-globals.mjs", "--test", join(folder, "app", spec)];
    return expectRun(app.folder, args, [/pass 3\n(.*\n)*.*fail 0/]);
  });
});
