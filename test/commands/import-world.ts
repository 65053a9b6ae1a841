/** A store on a port with faults, an input file, a journal, and the built command that imports the file. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { type Fault, faults } from "plant-store-sdk/mocks/server";
import { onTestFinished } from "vitest";
import type { Random } from "../soak/random.ts";
import { eventsOf, JOURNAL, type Result, resultOf, type Workplace } from "./import-command.ts";

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
  readonly work: Workplace;
  readonly random: Random;
  /** The number of requests that have ended. */
  requests = 0;

  readonly #running = new Set<ChildProcess>();

  /** The test's end kills the commands that still run. */
  constructor(work: Workplace, random: Random) {
    this.work = work;
    this.random = random;
    work.store.subscribe(({ type }) => {
      if (type === "ended") this.requests += 1;
    });
    onTestFinished(() => {
      for (const child of this.#running) child.kill("SIGKILL");
    });
  }

  /** Gives each of the next requests a random fault, or a short delay. Some of them meet a captive portal. */
  addFaults(count: number): void {
    const { random } = this;
    const list = Array.from({ length: count }, () => random.pickWeighted(FAULTS)(random));
    const portal = Array.from({ length: random.integer(0, 12) }, () =>
      faults.status(200, { body: "<!doctype html>" }),
    );
    this.work.store.enqueue(...list.toSpliced(random.integer(0, count), 0, ...portal));
  }

  /** Starts the command. */
  import(...args: string[]): RunningImport {
    const child = this.work.start(["plants.ndjson", ...args]);
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

  /** Waits until the store is done with the requests of a process that has ended. */
  async settle(): Promise<void> {
    for (let before = -1; before !== this.requests; ) {
      before = this.requests;
      await sleep(50);
    }
  }

  /** How often each plant exists, by id. */
  existing(): Map<string, number> {
    return countEach(this.work.store.plants.map(({ id }) => String(id)));
  }

  /** What a journal says, by row. Read without the importer's own code, after its process has ended. */
  readJournal(journal = JOURNAL): Map<string, JournalRow> {
    const { work } = this;
    // SQLite rolls back what was not committed, perhaps all of it.
    const tables = work.has(journal) ? work.query("SELECT name FROM sqlite_schema", journal) : [];
    if (tables.length === 0) return new Map();
    const columns = "id || ':' || hash AS row, CAST(id AS TEXT) AS id, attempt, version, outcome, reason";
    const rows = work.query(`SELECT ${columns} FROM rows`, journal) as ({ row: string } & JournalRow)[];
    return new Map(rows.map(({ row, ...known }) => [row, known]));
  }

  /** The rows that the command lists as unknown. */
  readUnknownFile(): string[] {
    const { work } = this;
    const file = `${JOURNAL}.unknown.ndjson`;
    return work.has(file) ? eventsOf({ stdout: work.read(file) }).map(({ row }) => row) : [];
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
    this.work.write(file, lines.map((line) => `${line}\n`).join(""));
  }
}

export const isUnknown = ([, { outcome }]: [string, JournalRow]) => outcome === "unknown";

export function countEach(values: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
