/** The quickstart example, in a child process with the built package. */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { builtFile } from "../../scripts/built-file.ts";
import { openMock } from "../support/mock-server.ts";
import { runProgram } from "../support/run-program.ts";
import { createFolder } from "../support/temporary-folder.ts";

const quickstart = (args: string[] = [], env: Record<string, string> = {}) =>
  runProgram(process.execPath, ["examples/quickstart.ts", ...args], {
    cwd: resolve(builtFile("index.js"), "../.."),
    env: { PATH: process.env.PATH, ...env },
  });

/** What the quickstart prints for a row of an import: outcome, action, id and name. */
const rowsOf = (text: string) =>
  Array.from(
    text.matchAll(/^ {2}[✓✗?] (created|not-created|unknown) +(sent|skipped|held) +(-?\d+) {2}(.*)$/gm),
    (match) => match.slice(1),
  );

test("the index of the examples lists each one", async () => {
  const index = await readFile("examples/README.md", "utf8");
  const listed = Array.from(index.matchAll(/\]\(([\w-]+(?:\.\w+)?)[/)]/g), ([, name]) => name);
  const files = (await readdir("examples")).filter((name) => name !== "README.md");
  expect(listed.sort()).toEqual(files.sort());
});

test("the quickstart shows the outcomes of calls, interrupts an import, and continues it", async () => {
  const { code, stdout, stderr } = await quickstart();
  expect([code, stderr]).toEqual([0, ""]);
  const shown = stdout.split("\n").map((line) => line.trim().split(/ {2,}/));
  const values = (field: string) => shown.filter(([label]) => label === field).map(([, value]) => value);
  expect(values("data")).toEqual(['{"name":"Sword fern"}']);
  expect(values("name")).toEqual(["PlantStoreError", "PlantStoreConnectionError"]);
  expect(values("kind")).toEqual(["rejected", "connection"]);
  expect(stdout.match(/(?<=^ {2})[✓✗?] \S+(?= *$)/gm)).toEqual(["✓ created", "✗ not-created", "? unknown"]);
  const [, interrupted = "", again = "", resolved = "", store = "", next = ""] = stdout.split(
    /^(?:An import|It runs again|It runs once|The store|Next)/m,
  );
  expect(rowsOf(interrupted).length).toBeLessThan(12);
  expect(rowsOf(interrupted).filter(([outcome]) => outcome === "unknown")).toHaveLength(2);
  expect(rowsOf(again)).toHaveLength(12);
  expect(rowsOf(again).filter(([, action]) => action === "held")).toHaveLength(2);
  expect(rowsOf(resolved)).toHaveLength(1);
  const plants = Array.from(store.matchAll(/^ +(-?\d+) {2}(?:in|out)?/gm), ([, id]) => Number(id));
  expect(store).toMatch(/^'s plants: 12\n/);
  expect(plants.sort((a, b) => a - b)).toEqual([-7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 9007199254740992]);
  expect(store).toContain("9007199254740993  outdoor  Olive tree");
  expect(next).toContain("npm run playground");
});

test("the quickstart imports the given file, and ends with code 1 if a row was not created", async () => {
  const file = join(createFolder(), "plants.ndjson");
  await writeFile(file, '{"id":1,"name":"Fern"}\n\n{"id":2}\n{"id":\n');
  const { code, stdout } = await quickstart([file]);
  expect(stdout).toMatch(/^ {2}✗ not-created {2}held +2 {2}\?\n +The plant is invalid: `name` is missing/m);
  expect(stdout).toMatch(/^ {2}✗ not-created {2}held +\? {2}\?\n +The row is not valid JSON/m);
  expect(stdout).toContain("The store's plants: 1\n");
  expect(code).toBe(1);
});

test("the quickstart imports into the store of the environment variables", async () => {
  const { store, url } = await openMock();
  const { code, stdout } = await quickstart([], { PLANT_STORE_BASE_URL: url, PLANT_STORE_TOKEN: "t0ken" });
  expect(stdout).toContain(`against ${url}`);
  const ends = rowsOf(stdout).map(([outcome, action]) => `${outcome} ${action}`);
  expect(ends).toEqual(Array(12).fill("created sent"));
  expect(store.plants).toHaveLength(12);
  expect(store.requests[0]?.token).toBe("t0ken");
  expect(code).toBe(0);
});

test.each<[string, string[], Record<string, string>, string]>([
  ["a file that does not exist", ["no-such-file.ndjson"], {}, "Cannot read no-such-file.ndjson (ENOENT)."],
  ["a missing token", [], { PLANT_STORE_BASE_URL: "https://plants.example" }, "`token` is missing"],
])("the quickstart prints one line for %s", async (_, args, env, message) => {
  const { code, stderr } = await quickstart(args, env);
  expect(stderr).toContain(message);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect(code).toBe(1);
});
