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

describe("with other programs", () => {
  const app = installApp();

  test.each<[example: string, program: string, ...prints: RegExp[]]>([
    ["nestjs", "node", /Tests: +6 passed, 6 total/],
    ["ruby", "ruby", /2 runs, .* 0 failures, 0 errors/, /5 runs, .* 0 failures, 0 errors/],
  ])("the tests of %s pass", async (example, program, ...prints) => {
    requireProgram(program);
    const folder = join(app.folder, example);
    const filter = (path: string) => basename(path) !== "node_modules"; // A developer may have installed the example.
    await cp(join(examples, example), folder, { recursive: true, filter });
    await symlink("../node_modules", join(folder, "node_modules"));
    await expectRun(folder, ["--run", "test"], prints);
  });
});
