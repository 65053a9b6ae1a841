/** The example that calls the mock with curl. */
import { expect, test } from "vitest";
import { commandOf, run } from "./run-example.ts";

const longTimeout = { timeout: 60_000 };
const [shell = "", example = "", mock] = commandOf("examples/testing-curl.sh");

test(
  "the curl example creates a plant, gets a 400 for an invalid one, and stops the mock",
  longTimeout,
  async () => {
    // npm creates this file in an application. The test uses the built file instead.
    expect(mock).toBe("node_modules/.bin/plant-store-mock");
    const { code, stdout, stderr } = await run(shell, example, "node", "dist/cli/plant-store-mock.js");
    expect(stderr).toBe("");
    expect(stdout.split("\n")).toEqual([
      '{"name":"Fern"} 200',
      expect.stringMatching(/^\{"error":400,"message":"`id` must be an integer .*, not a string"\} 400$/),
      "",
    ]);
    expect(code).toBe(0);
  },
);

test("the curl example exits if the mock cannot start", longTimeout, async () => {
  const { code, stdout, stderr } = await run(
    shell,
    example,
    "node",
    "dist/cli/plant-store-mock.js",
    "--no-such",
  );
  expect(stderr).toContain("plant-store-mock: Unknown option '--no-such'");
  expect(stdout).toBe("");
  expect(code).toBe(1);
});
