/** Runs the scripts of the examples that are applications of their own, with the packed package. */
import { cp, symlink } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { describe, test } from "vitest";
import { expectPlaywright, expectRun, installApp, requireProgram } from "../app.ts";

const examples = resolve(import.meta.dirname, "../../../examples");

describe("React", () => {
  const app = installApp(resolve(examples, "react"));

  test.each([
    ["test", /Tests +\d+ passed/],
    ["typecheck", /^$/],
    ["build", /dist\/index\.html/],
  ])("its script %s passes", (script, prints) => expectRun(app.folder, ["--run", script], [prints]));
});

describe("Playwright", () => {
  const app = installApp(resolve(examples, "playwright"));

  test("its tests pass with two workers, which share a mock", () => expectPlaywright(app.folder, "test"));
});

describe("Ruby", () => {
  const app = installApp();

  test("its tests pass in two processes", async () => {
    requireProgram("ruby");
    const folder = join(app.folder, "ruby");
    const filter = (path: string) => basename(path) !== "node_modules"; // A developer may have installed the example.
    await cp(join(examples, "ruby"), folder, { recursive: true, filter });
    await symlink("../node_modules", join(folder, "node_modules"));
    const passed = [/2 runs, .* 0 failures, 0 errors/, /5 runs, .* 0 failures, 0 errors/];
    await expectRun(folder, ["--run", "test"], passed);
  });
});
