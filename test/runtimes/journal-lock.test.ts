/** The journal of an import in SQLite: its lock in every runtime, and Node 22's warning about SQLite. */
import { spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { outputOf } from "../support/run-program.ts";
import { app, BUN, DENO, NODE_22, NODE_24, NODE_26, options, run } from "./programs.ts";

/** A store, and a folder with one plant to import. */
async function prepare(onTestFinished: TestContext["onTestFinished"]) {
  const { MockStore, listen }: typeof import("plant-store-sdk/mocks/server") = createRequire(
    join(app, "app.js"),
  )("plant-store-sdk/mocks/server");
  const server = await listen(new MockStore());
  onTestFinished(() => server.close());
  const folder = await mkdtemp(join(app, "journal-"));
  await writeFile(join(folder, "plants.ndjson"), '{"id":1,"name":"Fern"}\n');
  return { folder, url: server.url };
}

test.concurrent.for<[name: string, program: string, args?: string[]]>([
  ["Node 22", NODE_22],
  ["Node 24", NODE_24],
  ["Node 26", NODE_26],
  ["Bun", BUN],
  ["Deno", DENO, ["run", "--no-prompt", "--allow-all"]],
])(
  "in %s, nothing that a process does with its journal lets a second process in",
  async ([_, path, args = []], { onTestFinished }) => {
    const { folder, url } = await prepare(onTestFinished);
    const all = [...args, "journal-lock.mjs", folder, url];
    const first = spawn(path, all, { ...options(), stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void first.kill("SIGKILL"));
    const [printed] = await outputOf(first, /^.*^ready$/ms);
    const lines = [
      "journal.db in-use",
      "symbolic-link.db in-use",
      "hard-link.db in-use",
      "journal.db in-use",
      "ready",
    ];
    expect(printed.split("\n")).toEqual(lines);
    await expect(run(path, all)).rejects.toThrow(/The journal .* is in use/);
  },
);

test("in Node 22, the command hides the warning about SQLite, and no other one", async ({
  onTestFinished,
}) => {
  const { folder, url } = await prepare(onTestFinished);
  const command = join(app, "node_modules/plant-store-sdk/dist/cli/plant-store-sdk.js");
  const warn = 'process.once("beforeExit", () => process.emitWarning("another one"))';
  const sqlite = await run(NODE_22, ["-e", 'require("node:sqlite")']);
  expect(sqlite.stderr).toContain("SQLite is an experimental feature");
  const importing = [command, "import", join(folder, "plants.ndjson")];
  const env = { PLANT_STORE_BASE_URL: url, PLANT_STORE_TOKEN: "token" };
  const { stderr } = await run(NODE_22, ["--import", `data:text/javascript,${warn}`, ...importing], env);
  expect(stderr.match(/^.*Warning.*$/gm)).toEqual([expect.stringContaining("Warning: another one")]);
});
