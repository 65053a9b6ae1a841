/** The guide's application with Vue and Pinia. */
import { test } from "vitest";
import { expectRun, installApp } from "../app.ts";

const app = installApp();

test("it compiles in strict mode", () =>
  expectRun(app.folder, ["node_modules/vue-tsc/bin/vue-tsc.js", "-p", "vue/app"]));

test("its tests pass", () =>
  expectRun(app.folder, ["node_modules/vitest/vitest.mjs", "run", "--root", "vue/app"], [/Tests +9 passed/]));
