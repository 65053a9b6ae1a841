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
  const runVitest = (specs: string[], args: string[], exitCode: number, prints: RegExp[]) => {
    const passed = new RegExp(`Tests +${3 * specs.length} passed`);
    const vitest = ["node_modules/vitest/vitest.mjs", "run", ...specs, ...args];
    return expectRun(app.folder, vitest, [passed, ...prints], exitCode);
  };

  test.each([
    ["store.fetch and MSW 3", ["fetch.spec.mjs", "msw.spec.mjs"], "node"],
    ["with jsdom, store.fetch and MSW 3", ["fetch.spec.mjs", "msw.spec.mjs"], "jsdom"],
    ["with happy-dom, store.fetch", ["fetch.spec.mjs"], "happy-dom"],
    ["MSW 2", ["msw.spec.mjs"], "node", MSW_2],
  ])("%s", (_, specs, environment, folder = ".") =>
    runVitest(specs, ["--root", join(folder, "app"), "--environment", environment], 0, []),
  );

  test("with happy-dom, MSW 3: a retried call leaves an error, because happy-dom cannot cancel a body", () =>
    runVitest(["msw.spec.mjs"], ["--root", "app", "--environment", "happy-dom"], 1, [
      /Controller is already closed/,
    ]));
});

describe("Jest", () => {
  const runJest = (
    specs: string[],
    environment: string,
    folder: string,
    exitCode: number,
    prints: RegExp,
  ) => {
    // Jest loads ES modules, such as MSW's, only with this flag.
    const flags = specs.some((spec) => /\.mjs$|^msw/.test(spec)) ? ["--experimental-vm-modules"] : [];
    const args = [...specs, "--rootDir", join(folder, "app"), "--env", environment];
    return expectRun(app.folder, [...flags, "node_modules/jest/bin/jest.js", ...args], [prints], exitCode);
  };

  test.each([
    ["CommonJS, store.fetch", ["fetch.spec.cjs"]],
    ["CommonJS, MSW 3, and ES modules", ["msw.spec.cjs", "fetch.spec.mjs", "msw.spec.mjs"]],
    ["MSW 2", ["msw.spec.cjs", "msw.spec.mjs"], "node", MSW_2],
    ["with jest-fixed-jsdom, store.fetch", ["fetch.spec.cjs"], "jest-fixed-jsdom"],
    ["with jest-fixed-jsdom, MSW 3", ["msw.spec.mjs"], "jest-fixed-jsdom"],
  ])("%s", (_, specs, environment = "node", folder = ".") => {
    const passed = new RegExp(`Tests: +${3 * specs.length} passed, ${3 * specs.length} total`);
    return runJest(specs, environment, folder, 0, passed);
  });

  test.each(["fetch.spec.cjs", "msw.spec.mjs"])(
    "with its own jsdom, %s fails, because neither fetch nor TextEncoder exists",
    (spec) => runJest([spec], "jsdom", ".", 1, /ReferenceError: (Text(En|De)coder|Request) is not defined/),
  );
});

test.each([
  ["store.fetch and MSW 3", ["fetch.spec.mjs", "msw.spec.mjs"]],
  ["MSW 2", ["msw.spec.mjs"], MSW_2],
])("node --test, %s", (_, specs, folder = ".") => {
  const files = specs.map((spec) => join(folder, "app", spec));
  const passed = new RegExp(`pass ${3 * specs.length}\\n(.*\\n)*.*fail 0`);
  return expectRun(app.folder, ["--import", "./app/node-globals.mjs", "--test", ...files], [passed]);
});
