/** What Debian's programs write, and what the import reads of it. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import { createPlantsFolder, expectRightPlants, SQL } from "../import/run-data-tools.ts";
import { DATA_TOOLS } from "../support/data-tools.ts";
import { outputOf } from "../support/run-program.ts";

const { folder, remove } = createPlantsFolder();
const cluster = mkdtempSync(join(tmpdir(), "plant-store-postgres-"));
const env = { ...process.env, PGHOST: cluster, PGUSER: "postgres", PGCLIENTENCODING: "UTF8" };
let server: ChildProcess;

/** PostgreSQL refuses to run as root. */
const asUser = (command: string, ...args: string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ["runuser", ["-u", "postgres", "--", command, ...args]] : [command, args];

beforeAll(async () => {
  chmodSync(cluster, 0o777);
  const [version = ""] = readdirSync("/usr/lib/postgresql");
  const bin = join("/usr/lib/postgresql", version, "bin");
  const data = join(cluster, "data");
  execFileSync(...asUser(join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"));
  server = spawn(...asUser(join(bin, "postgres"), "-D", data, "-k", cluster, "-h", "", "-c", "fsync=off"));
  await outputOf(server, /ready to accept connections/);
  execFileSync("psql", ["postgres", "-c", "create database plants"], { env });
  execFileSync("psql", ["plants", "-c", SQL], { env });
});

afterAll(async () => {
  const ended = once(server, "exit");
  // `runuser` does not forward signals.
  process.kill(Number.parseInt(readFileSync(join(cluster, "data/postmaster.pid"), "utf8"), 10), "SIGINT");
  await ended;
  rmSync(cluster, { recursive: true });
  remove();
});

test.each(DATA_TOOLS.filter(({ run }) => run === "Debian"))(
  "the import reads what $tool writes: $file",
  (tool) => expectRightPlants(tool, folder, env),
);
