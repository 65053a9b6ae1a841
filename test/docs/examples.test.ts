/** The quickstart example, in a child process with the built package. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlantStore, listen } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished, test } from "vitest";

interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

function quickstart(args: string[] = [], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env.PATH, ...env } };
    execFile(process.execPath, ["examples/quickstart.ts", ...args], options, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

async function fileWith(content: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plants-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "plants.ndjson");
  await writeFile(file, content);
  return file;
}

test("the quickstart creates its default plants in a mock without any settings", async () => {
  const { code, stdout, stderr } = await quickstart();
  expect(stderr).toBe("");
  expect(stdout.match(/^ {2}created/gm)).toHaveLength(5);
  expect(stdout).toMatch(/created +9007199254740993 +outdoor +Olive tree\n/);
  expect(code).toBe(0);
});

test("the quickstart shows a rejected plant, an invalid plant and a timeout", async () => {
  const { stdout } = await quickstart();
  const shown = stdout.split("\n").map((line) => line.trim().split(/ {2,}/));
  expect(shown.filter(([label]) => label === "kind").map(([, kind]) => kind)).toEqual([
    "rejected",
    "invalid-plant",
    "timeout",
  ]);
  expect(shown.filter(([label]) => label === "outcome").map(([, outcome]) => outcome)).toEqual([
    "not-created",
    "not-created",
    "unknown",
  ]);
});

test("the quickstart reads plants from the given file and names those that failed", async () => {
  const file = await fileWith('{"id":1,"name":"Fern"}\n\n{"id":2}\n');
  const { code, stdout } = await quickstart([file]);
  expect(stdout).toMatch(/created +1 +Fern\n/);
  expect(stdout).toMatch(/failed +2 .*\n +The plant is invalid: `name` is missing/);
  expect(code).toBe(1);
});

test("the quickstart calls the store of the environment variables", async () => {
  const store = createPlantStore();
  await using server = await listen(store);
  const { url } = server;
  const { code, stdout } = await quickstart([], { PLANT_STORE_BASE_URL: url, PLANT_STORE_TOKEN: "t0ken" });
  expect(stdout).toContain(`against ${url}`);
  expect(store.plants.map(({ id }) => id)).toEqual([1, 2, 3, 9007199254740993n, -7]);
  expect(store.requests[0]?.token).toBe("t0ken");
  expect(stdout).not.toContain("an id that already exists");
  expect(code).toBe(0);
});

test("the quickstart names the line that is not JSON and sends nothing", async () => {
  const { code, stdout, stderr } = await quickstart([await fileWith('{"id":1,"name":"Fern"}\n{"id":')]);
  expect(stderr).toBe('Line 2 is not JSON: {"id":\n');
  expect(stdout).toBe("");
  expect(code).toBe(1);
});

test.each([
  ["a file that does not exist", ["no-such-file.ndjson"], {}, "no-such-file.ndjson"],
  ["a missing token", [], { PLANT_STORE_BASE_URL: "https://plants.example" }, "`token` is missing"],
])("the quickstart prints one line for %s", async (_, args, env, message) => {
  const { code, stderr } = await quickstart(args, env as Record<string, string>);
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
});
