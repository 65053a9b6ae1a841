/** The examples of tests, run as users do: with the command in their first comment, on the built package. */
import { delimiter, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { builtFile } from "../../scripts/built-file.ts";
import { findProgram } from "../../scripts/installed-programs.ts";
import { runProgram } from "../support/run-program.ts";
import { readProjectFile } from "./guide-code.ts";

const root = resolve(builtFile("index.js"), "../..");

/** The command in the comment of an example, split into words. */
function commandOf(example: string): string[] {
  const [, command = ""] = /^(?: \*|#) {5}(\S.*)$/m.exec(readProjectFile(example)) ?? [];
  return command.split(" ");
}

/** Runs a program in the project. Passes on only PATH: other environment variables could change the result. */
function run(program: string, ...args: string[]) {
  const PATH = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  return runProgram(program, args, { cwd: root, env: { PATH, NO_COLOR: "1", NODE_NO_WARNINGS: "1" } });
}

test("the example for Vitest passes with its own command", async () => {
  const [npx, vitest = "", ...args] = commandOf("examples/testing-vitest/nursery.test.ts");
  expect([npx, vitest]).toEqual(["npx", "vitest"]);
  const { code, stdout, stderr } = await run(vitest, ...args, "--no-cache"); // The cache would be in the folder of the example.
  expect(stdout).toMatch(/Tests +6 passed \(6\)/);
  expect([code, stderr]).toEqual([0, ""]);
});

test("the example for Jest passes with its own command", async () => {
  const [npx, jest = "", ...args] = commandOf("examples/testing-jest/nursery.test.cjs");
  expect([npx, jest]).toEqual(["npx", "jest"]);
  const { code, stderr } = await run(jest, ...args);
  expect(stderr).toMatch(/Tests: +2 passed, 2 total/);
  expect(code).toBe(0);
});

describe.runIf(findProgram("curl"))("the example for curl", () => {
  const runCurl = (...flags: string[]) => {
    const [shell = "", example = "", mock] = commandOf("examples/testing-curl.sh");
    // npm creates this file in an application. The test uses the built file instead.
    expect(mock).toBe("node_modules/.bin/plant-store-mock");
    return run(shell, example, "node", builtFile("cli/plant-store-mock.js"), ...flags);
  };

  test("creates a plant, gets a 400 for an invalid one, and stops the mock", async () => {
    const { code, stdout, stderr } = await runCurl();
    expect(stdout.split("\n")).toEqual([
      '{"name":"Fern"} 200',
      expect.stringMatching(/^\{"error":400,"message":"`id` must be an integer .*, not a string"\} 400$/),
      "",
    ]);
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("exits if the mock cannot start", async () => {
    const { code, stdout, stderr } = await runCurl("--no-such");
    expect(stderr).toContain("plant-store-mock: Unknown option '--no-such'");
    expect([code, stdout]).toEqual([1, ""]);
  });
});
