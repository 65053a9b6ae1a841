/** Measures the import of many plants: its speed next to a loop of `createPlant`, and its memory. */
import { execFile } from "node:child_process";
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import type { NewPlant } from "plant-store-sdk";
import { openJournal } from "plant-store-sdk/import";
import { keyOfPlant } from "../tools/import/input/row-key.ts";
import { CpuShares } from "./cpu-shares.ts";
import { median, type Rounds, runRounds } from "./rounds.ts";
import { startServer, stopServer } from "./servers.ts";

const ROUNDS = 9;
const PLANTS = 8_000;
const CONCURRENCY = 8;

const COMMAND = resolve(import.meta.dirname, "../dist/cli/plant-store-sdk.js");
const LOOP = resolve(import.meta.dirname, "create-plants.ts");

/** On the disk of the project: the system's folder for temporary files may be in memory. */
const cache = resolve(import.meta.dirname, "../node_modules/.cache");

/** Runs a function in a new folder. */
async function withFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "import-bench-"));
  try {
    return await run(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const WAYS = ["createPlant", "the command"] as const;

type ImportWay = (typeof WAYS)[number];

/** Plants per second, against a minimal server. Both ways are processes that begin cold, and their starts count. */
export function measureImport(): Promise<{
  rates: Rounds<ImportWay>;
  shares: CpuShares;
}> {
  return withFolder(async (folder) => {
    const server = await startServer("bare");
    const baseUrl = `http://127.0.0.1:${server.port}`;
    const input = join(folder, "plants.ndjson");
    await writePlants(input, PLANTS);
    let run = 0;
    const create = {
      createPlant: () => promisify(execFile)(process.execPath, [LOOP, input, baseUrl, `${CONCURRENCY}`]),
      "the command": () => runCommand(input, join(folder, `${++run}.db`), baseUrl).finished,
    };
    const shares = new CpuShares();
    try {
      const rates = await runRounds([...WAYS], ROUNDS, async (name) => {
        const start = performance.now();
        await shares.during(name, server.process.pid, create[name]);
        return PLANTS / ((performance.now() - start) / 1000);
      });
      return { rates, shares };
    } finally {
      await stopServer(server);
    }
  });
}

/** Milliseconds to make a line durable on the disk that the journals are on. */
export function measureSync(): Promise<number> {
  return withFolder(async (folder) => {
    const file = await open(join(folder, "sync"), "a");
    const times: number[] = [];
    for (let count = 0; count < 300; count++) {
      await file.appendFile(`${"x".repeat(150)}\n`);
      const start = performance.now();
      await file.datasync();
      times.push(performance.now() - start);
    }
    await file.close();
    return median(times);
  });
}

/** Rows that the measured run sends. An earlier run, which the journal describes, has created the others. */
const SENT = 5_000;

/** The largest resident memory of the command that continues an import of this many rows, MB. Works only on Linux. */
export function measureImportMemory(rows: number): Promise<number> {
  return withFolder(async (folder) => {
    const server = await startServer("plant-store-mock");
    try {
      const baseUrl = `http://127.0.0.1:${server.port}`;
      const [input, journal] = [join(folder, "plants.ndjson"), join(folder, "journal.db")];
      await writePlants(input, rows);
      await writeJournal(journal, baseUrl, rows - SENT);
      const { pid, finished } = runCommand(input, journal, baseUrl);
      let largest = 0;
      const timer = setInterval(() => {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        largest = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? largest); // Missing when the process has ended.
      }, 100);
      const { stdout } = await finished.finally(() => clearInterval(timer));
      if (!stdout.includes(rows.toLocaleString("en-US"))) throw new Error(stdout);
      return largest / 1024;
    } finally {
      await stopServer(server);
    }
  });
}

/** Seconds that the command needs for an input of done rows, and seconds to parse the lines of the input. */
export function measureRerun(rows: number): Promise<{ command: number; parse: number }> {
  return withFolder(async (folder) => {
    const baseUrl = "http://127.0.0.1:9"; // Nothing is sent.
    const [input, journal] = [join(folder, "plants.ndjson"), join(folder, "journal.db")];
    await writePlants(input, rows);
    await writeJournal(journal, baseUrl, rows);
    const seconds = async (run: () => Promise<unknown>) => {
      const start = performance.now();
      await run();
      return (performance.now() - start) / 1000;
    };
    const [commands, parses]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round++) {
      commands.push(await seconds(() => runCommand(input, journal, baseUrl).finished));
      const parse = async () => {
        for await (const line of createInterface(createReadStream(input))) JSON.parse(line);
      };
      parses.push(await seconds(parse));
    }
    return { command: median(commands), parse: median(parses) };
  });
}

function runCommand(input: string, journal: string, baseUrl: string) {
  const args = [COMMAND, "import", input, "--journal", journal, "--base-url", baseUrl];
  const env = { ...process.env, PLANT_STORE_TOKEN: "token-of-the-bench" };
  const finished = promisify(execFile)(process.execPath, args, { env });
  return { pid: finished.child.pid, finished };
}

const plantOf = (id: number): NewPlant => ({ id, name: `Fern ${id}`, tag: "indoor" });

async function writePlants(path: string, rows: number): Promise<void> {
  await pipeline(function* () {
    for (let id = 0; id < rows; id++) yield `${JSON.stringify(plantOf(id))}\n`;
  }, createWriteStream(path));
}

/** Writes the journal of a run that created the first rows. */
async function writeJournal(path: string, baseUrl: string, rows: number): Promise<void> {
  await (await openJournal(path, { baseUrl })).close();
  const db = new DatabaseSync(path);
  db.exec("PRAGMA synchronous = OFF; BEGIN");
  const insert = db.prepare(
    "INSERT INTO rows (id, hash, outcome, attempt, version, name, tag, line, time) VALUES (?, ?, 'created', 1, 1, ?, ?, ?, ?)",
  );
  const time = new Date().toISOString();
  for (let id = 0; id < rows; id++) {
    const plant = plantOf(id);
    insert.run(id, keyOfPlant(plant).hash, plant.name, plant.tag ?? null, id + 1, time);
  }
  db.exec("COMMIT");
  db.close();
}
