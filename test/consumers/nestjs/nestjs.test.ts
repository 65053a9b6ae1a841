/** Builds a NestJS service as CommonJS, and runs its tests with Jest. */
import { join } from "node:path";
import { beforeAll, test } from "vitest";
import { expectRun, installApp } from "../app.ts";

const app = installApp(import.meta.dirname);

beforeAll(() => expectRun(join(app.folder, "app"), ["../node_modules/typescript/bin/tsc"]));

test("its tests pass in Jest", () =>
  // Jest loads ES modules, such as MSW's, only with this flag.
  expectRun(
    join(app.folder, "app"),
    ["--experimental-vm-modules", "../node_modules/jest/bin/jest.js", "--rootDir", "dist"],
    [/Tests: +6 passed, 6 total/],
  ));
