/** Builds a NestJS service as CommonJS, and runs its tests with Jest. */
import { join } from "node:path";
import { beforeAll, test } from "vitest";
import { expectRun, installApp } from "../app.ts";

const app = installApp();

beforeAll(() => expectRun(join(app.folder, "nestjs/app"), ["../../node_modules/typescript-7.0/bin/tsc"]));

test("its tests pass in Jest", () =>
  // Jest loads ES modules, such as MSW's, only with this flag.
  expectRun(
    join(app.folder, "nestjs/app"),
    ["--experimental-vm-modules", "../../node_modules/jest/bin/jest.js", "--rootDir", "dist"],
    [/Tests: +6 passed, 6 total/],
  ));
