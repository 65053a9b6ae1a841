/** A store on a port with faults, an input file, a journal, and the built command that imports the file. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Fault, MockServer, MockStoreOptions } from "plant-store-sdk/mocks/server";
import { faults, listen, MockStore } from "plant-store-sdk/mocks/server";
import { onTestFinished } from "vitest";
import type { Random } from "../soak/random.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { JOURNAL, type Result, resultOf, spawnCommand } from "./import-command.ts";

const FAULTS: [weight: number, make: (random: Random) => Fault][] = [
  [100, (random) => faults.delay(random.integer(0, 3))],
  [4, () => faults.reset()],
  [4, () => faults.reset({ afterCreate: true })],
  [4, () => faults.status(503)],
  [1, () => faults.status(429, { body: "busy", headers: { "retry-after": "0" } })], // Pauses the import for 150 to 300 ms.
  [2, () => faults.status(400, { body: { error: 7, message: "not today" } })],
  [2, (random) => faults.delay(random.integer(50, 200))],
  [1, () => faults.hang({ afterCreate: true })],
  [2, () => faults.truncate(5)],
  [1, () => faults.stall(5)],
  [1, () => faults.status(200, { body: "<!doctype html>" })],
];

/** The command while it runs. */
export interface RunningImport {
  process: ChildProcess;
  /** When it has ended. The code is null if it was killed. */
  result: Promise<Result>;
}

/** What the journal says about a row. */
export interface JournalRow {
  id: string;
  attempt: number;
  version: number;
  outcome: "created" | "exists" | "not-created" | "unknown";
  /** Null while the process is killed before it recorded an outcome. */
  reason: string | null;
}

export class ImportWorld {
  readonly folder = createFolder();
  readonly input = join(this.folder, "plants.ndjson");
  readonly journal = join(this.folder, JOURNAL);
  readonly unknownFile = `${this.journal}.unknown.ndjson`;
  readonly store: MockStore;
  readonly random: Random;
  /** The number of requests that have ended. */
  requests = 0;

  #server: MockServer | undefined;
  readonly #running = new Set<ChildProcess>();

  private constructor(random: Random, options: MockStoreOptions) {
    this.random = random;
    this.store = new MockStore({ ...options, maxPlants: Number.POSITIVE_INFINITY, maxRequests: 1 });
    this.store.subscribe(({ type }) => {
      if (type === "ended") this.requests += 1;
    });
  }

  /** Starts the store. The test's end closes it, and kills the commands that still run. */
  static async open(random: Random, options: MockStoreOptions = {}): Promise<ImportWorld> {
    const world = new ImportWorld(random, options);
    onTestFinished(() => world.#server?.close());
    onTestFinished(() => {
      for (const child of world.#running) child.kill("SIGKILL");
    });
    world.#server = await listen(world.store);
    return world;
  }

  /** Gives each of the next requests a random fault, or a short delay. Some of them meet a captive portal. */
  addFaults(count: number): void {
    const { random } = this;
    const list = Array.from({ length: count }, () => random.pickWeighted(FAULTS)(random));
    const portal = Array.from({ length: random.integer(0, 12) }, () =>
      faults.status(200, { body: "<!doctype html>" }),
    );
    this.store.enqueue(...list.toSpliced(random.integer(0, count), 0, ...portal));
  }

  /** Restarts the server: connections are refused, then every response is a 503, and then the store is back. */
  async restart(): Promise<void> {
    const port = Number(new URL(`${this.#server?.url}`).port);
    await this.#server?.close();
    await sleep(this.random.integer(0, 300));
    const starting = createServer((_, response) => response.writeHead(503).end());
    await once(starting.listen(port, "127.0.0.1"), "listening");
    await sleep(this.random.integer(0, 300));
    starting.close();
    starting.closeAllConnections();
    this.#server = await listen(this.store, { port });
  }

  /** Starts the command. */
  import(...args: string[]): RunningImport {
    const env = { PLANT_STORE_TOKEN: "token", PLANT_STORE_BASE_URL: this.#server?.url };
    const child = spawnCommand("import", [this.input, ...args], this.folder, env);
    this.#running.add(child);
    return { process: child, result: resultOf(child).finally(() => this.#running.delete(child)) };
  }

  /** Kills the command when the store has handled so many more requests, unless it ends before. */
  async killAfter(requests: number, { process, result }: RunningImport): Promise<void> {
    const until = this.requests + requests;
    const ended = result.then(() => true);
    while (this.requests < until && !(await Promise.race([ended, sleep(2, false)])));
    process.kill("SIGKILL");
    await result;
  }

  /** Removes the faults that no request has met. */
  dropFaults(): void {
    const { plants } = this.store;
    this.store.clear();
    this.store.addPlants(...plants);
  }

  /** Waits until the store is done with the requests of a process that has ended. */
  async settle(): Promise<void> {
    for (let before = -1; before !== this.requests; ) {
      before = this.requests;
      await sleep(50);
    }
  }

  /** How often each plant exists, by id. */
  existing(): Map<string, number> {
    return countEach(this.store.plants.map(({ id }) => String(id)));
  }

  /** Runs SQL in a journal, after its process has ended. SQLite then rolls back what was not committed, perhaps all of it. */
  query(sql: string, path = this.journal): Record<string, unknown>[] {
    if (!existsSync(path)) return [];
    const db = new DatabaseSync(path);
    try {
      const isEmpty = db.prepare("SELECT name FROM sqlite_schema").get() === undefined;
      return isEmpty ? [] : db.prepare(sql).all();
    } finally {
      db.close();
    }
  }

  /** What a journal says, by row. Read without the importer's own code. */
  readJournal(path = this.journal): Map<string, JournalRow> {
    const columns = "id || ':' || hash AS row, CAST(id AS TEXT) AS id, attempt, version, outcome, reason";
    const rows = this.query(`SELECT ${columns} FROM rows`, path);
    return new Map(rows.map(({ row, ...known }) => [String(row), known as unknown as JournalRow]));
  }

  /** The rows that the command lists as unknown. */
  readUnknownFile(): string[] {
    if (!existsSync(this.unknownFile)) return [];
    const lines = readFileSync(this.unknownFile, "utf8").trim().split("\n");
    return lines.map((line) => JSON.parse(line).row);
  }

  /** Writes what an operator finds out about all rows that are unknown now: how many plants of each id exist. */
  writeDecisions(file: string): void {
    const rows = [...this.readJournal()];
    const unaccounted = this.existing();
    for (const [, { id, outcome }] of rows) {
      if (outcome === "created") unaccounted.set(id, (unaccounted.get(id) ?? 0) - 1);
    }
    const lines = rows.filter(isUnknown).map(([row, { id, version }]) => {
      const left = unaccounted.get(id) ?? 0;
      unaccounted.set(id, left - 1);
      return JSON.stringify({ row, version, outcome: left > 0 ? "created" : "not-created" });
    });
    writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  }
}

export const isUnknown = ([, { outcome }]: [string, JournalRow]) => outcome === "unknown";

export function countEach(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
