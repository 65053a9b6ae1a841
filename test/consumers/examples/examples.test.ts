/** Runs the scripts of the examples that are applications of their own, with the packed package. */
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { findChromium, findProgram } from "../../support/installed-programs.ts";
import { expectRun, installApp, runNode } from "../app.ts";

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

  test("its tests pass twice with two workers, which share a mock", async () => {
    const CHROMIUM = findChromium();
    if (CHROMIUM === undefined) expect.fail("Chromium is not installed. Run `npm run setup:browsers`.");
    const args = ["--run", "test", "--", "--repeat-each", "2", "--timeout", "120000"];
    const { code, output } = await runNode(app.folder, args, { CHROMIUM });
    expect(code, output).toBe(0);
    expect(output).toMatch(/Running 8 tests using 2 workers/);
    expect(output).toMatch(/8 passed/);
  });
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
    if (findProgram(program) === undefined)
      expect.fail(`${program} is missing. Run \`npm run setup:browsers\`.`);
    await expectRun(app.folder, ["--run", "test"], prints);
  });
});
