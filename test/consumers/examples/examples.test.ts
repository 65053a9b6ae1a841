/** Runs the scripts of the examples that are applications of their own, with the packed package. */
import { resolve } from "node:path";
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

describe.each([
  ["java", "javac", /passed: createsPlant\n/, /passed: saysThatAnIdIsTaken\n/],
  ["python", "pytest", /7 passed/, /./],
  ["go", "go", /^ok /m, /PASS: TestSaysThatAnIdIsTaken /],
  [
    "ruby",
    "ruby",
    /2 runs, \d+ assertions, 0 failures, 0 errors/,
    /5 runs, \d+ assertions, 0 failures, 0 errors/,
  ],
])("%s", (language, program, ...prints) => {
  const app = installApp(resolve(examples, language));

  test("its tests pass", async () => {
    requireProgram(program);
    await expectRun(app.folder, ["--run", "test"], prints);
  });
});
