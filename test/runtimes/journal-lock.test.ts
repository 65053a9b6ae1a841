/** The journal of an import in SQLite: its lock in every runtime, and Node 22's warning about SQLite. */
import { execFile, spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { installApp } from "../consumers/app.ts";

const app = installApp(join(import.meta.dirname, "app"));

const program = (path: string) => join(import.meta.dirname, "node_modules", path);
const NODE_22 = program("node-22/bin/node");

/** A store, and a folder with one plant to import. */
async function prepare() {
  const { MockStore, listen }: typeof import("plant-store-sdk/mocks/server") = createRequire(
    join(app.folder, "app.js"),
  )("plant-store-sdk/mocks/server");
  const server = await listen(new MockStore());
  onTestFinished(() => server.close());
  const folder = await mkdtemp(join(app.folder, "journal-"));
  await writeFile(join(folder, "plants.ndjson"), '{"id":1,"name":"Fern"}\n');
  return { folder, url: server.url };
}

test.each<[name: string, program: string, args?: string[]]>([
  ["Node 22", NODE_22],
  ["Node 24", process.execPath],
  ["Node 26", program("node-26/bin/node")],
  ["Bun", program("bun/bin/bun")],
  ["Deno", program("deno/deno"), ["run", "--no-prompt", "--allow-all"]],
])(
  "in %s, nothing that a process does with its journal lets a second process in",
  async (_, path, args = []) => {
    const { folder, url } = await prepare();
    const env = { HOME: app.folder, DENO_NO_UPDATE_CHECK: "1" };
    const options = { cwd: app.folder, env, timeout: 60_000 };
    const all = [...args, "journal-lock.mjs", folder, url];
    const first = spawn(path, all, { ...options, stdio: ["ignore", "pipe", "inherit"] });
    onTestFinished(() => void first.kill("SIGKILL"));
    const lines: string[] = [];
    for await (const line of createInterface(first.stdout)) {
      lines.push(line);
      if (line === "ready") break;
    }
    expect(lines).toEqual(["journal.db in-use", "symbolic-link.db in-use", "hard-link.db in-use", "ready"]);
    await expect(promisify(execFile)(path, all, options)).rejects.toThrow(
      /Another process is using the journal/,
    );
  },
);

test("in Node 22, the command hides the warning about SQLite, and no other one", async () => {
  const { folder, url } = await prepare();
  const command = join(app.folder, "node_modules/plant-store-sdk/dist/cli/plant-store-sdk.js");
  const warn = 'process.once("beforeExit", () => process.emitWarning("another one"))';
  const run = async (...args: string[]) => {
    const env = { PLANT_STORE_BASE_URL: url, PLANT_STORE_TOKEN: "token" };
    return (await promisify(execFile)(NODE_22, args, { cwd: folder, env })).stderr;
  };
  expect(await run("-e", 'require("node:sqlite")')).toContain("SQLite is an experimental feature");
  const stderr = await run("--import", `data:text/javascript,${warn}`, command, "import", "plants.ndjson");
  expect(stderr.match(/^.*Warning.*$/gm)).toEqual([expect.stringContaining("Warning: another one")]);
});
