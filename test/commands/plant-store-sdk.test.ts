/** The command `plant-store-sdk` finds its subcommands. */
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { builtFile } from "../../scripts/built-file.ts";
import { runProgram } from "../support/run-program.ts";
import { runCommand, runMock } from "./running-command.ts";

const plantStoreSdk = (...args: string[]) => runCommand("plant-store-sdk", ...args);

test.concurrent.each([[[]], [["--help"]], [["-h"]]])("plant-store-sdk %j prints its help", async (args) => {
  const { code, stdout, stderr } = await plantStoreSdk(...args);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Usage: plant-store-sdk <command> /);
  expect(stdout.match(/(?<=^ {2})\w+(?= )/gm)).toEqual(["check", "import", "journal", "mock"]);
  for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

// Other commands: import.test.ts, import-journal.test.ts and check.test.ts.
test.concurrent.each([["s3cret"], ["mock", "s3cret"], ["mock", "--tokens3cret"]])(
  "%j is an error that does not repeat what may be a token",
  async (...args) => {
    const { code, stdout, stderr } = await plantStoreSdk(...args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^plant-store-sdk[a-z ]*: [^\n]+\.\n$/);
    expect(stderr).not.toContain("s3cret");
  },
);

test("plant-store-sdk mock is the same command as plant-store-mock, under its own name", async () => {
  const long = await plantStoreSdk("mock", "--help");
  const { output: short } = await runMock(["--help"]);
  expect(long.stdout).toBe(short.stdout.replaceAll("plant-store-mock", "plant-store-sdk mock"));
  expect(await plantStoreSdk("mock", "--port", "x")).toEqual({
    code: 2,
    stdout: "",
    stderr: "plant-store-sdk mock: --port must be an integer from 0 to 65535.\n",
  });
});

test.concurrent.each(["plant-store-sdk", "plant-store-mock"])("%s says which Node it needs", async (name) => {
  const asNode =
    'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.9" } });';
  const load = ["--import", `data:text/javascript,${encodeURIComponent(asNode)}`];
  const file = builtFile(`cli/${name}.js`);
  const { code, stdout, stderr } = await runProgram(process.execPath, [...load, file, "--version"]);
  const required = packageJson.engines.node.replace(">=", "");
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toBe(`plant-store-sdk needs Node ${required} or later, but this is Node 20.19.9.\n`);
});
