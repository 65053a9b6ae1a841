/** Runs the built `plant-store-sdk import`, in a folder of its own and with a store on a port. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { listen, type MockServer, MockStore, type MockStoreOptions } from "plant-store-sdk/mocks/server";
import { onTestFinished, vi } from "vitest";
import { journalCommand } from "../../cli/journal.ts";

/** The journal of an input in the folder. */
export const JOURNAL = "plant-store-journal.db";

/** From the sources, every start would take a second. */
export const command = resolve(import.meta.dirname, "../../dist/cli/plant-store-sdk.js");

export interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string | undefined>;
  /** Standard input. */
  input?: string;
}

/** A folder with a file of plants, and a store. */
export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), "plant-store-import-"));
  readonly store: MockStore;
  readonly server: MockServer;

  private constructor(store: MockStore, server: MockServer) {
    this.store = store;
    this.server = server;
  }

  /** Removed at the end of the test. @param plants the content of `plants.ndjson` */
  static async create(plants: string | Uint8Array = "", options?: MockStoreOptions): Promise<Workplace> {
    const store = new MockStore(options);
    const workplace = new Workplace(store, await listen(store));
    onTestFinished(async () => {
      await workplace.server.close();
      rmSync(workplace.folder, { recursive: true });
    });
    workplace.write("plants.ndjson", plants);
    return workplace;
  }

  write(file: string, content: string | Uint8Array): void {
    writeFileSync(join(this.folder, file), content);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  has(file: string): boolean {
    return existsSync(join(this.folder, file));
  }

  /** Runs SQL in the journal. */
  query(sql: string): unknown[] {
    const database = new DatabaseSync(join(this.folder, JOURNAL));
    const rows = database.prepare(sql).all();
    database.close();
    return rows;
  }

  /** Lets the time pass that the import waits for before it sends an unknown row again. */
  age(): void {
    this.query("UPDATE rows SET time = '2026-11-24T00:00:00.000Z'");
  }

  /** Starts `plant-store-sdk import`. */
  start(args: string[], { env }: RunOptions = {}): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [command, "import", ...args], {
      cwd: this.folder,
      env: {
        PATH: process.env.PATH,
        PLANT_STORE_BASE_URL: this.server.url,
        PLANT_STORE_TOKEN: "s3cret-token",
        ...env,
      },
    });
  }

  /** Runs `plant-store-sdk import` until it ends. */
  async import(args: string[], options: RunOptions = {}): Promise<Result> {
    const child = this.start(args, options);
    child.stdin.end(options.input);
    return resultOf(child);
  }
}

export async function resultOf(child: ChildProcessWithoutNullStreams): Promise<Result> {
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (text) => {
      output[stream] += text;
    });
  }
  const [code] = await once(child, "close");
  return { code, ...output };
}

/** Runs `plant-store-sdk journal` in this process. */
export async function runJournal(...args: string[]): Promise<Result> {
  const output = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      output[stream] += text;
      return true;
    });
  }
  try {
    await journalCommand(args, "plant-store-sdk journal");
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    vi.restoreAllMocks();
    process.exitCode = undefined;
  }
}

/** Lines of NDJSON. */
export function linesOf(...plants: { id: number | string; name?: string }[]): string {
  return plants
    .map(({ id, name = `Fern ${id}` }) => `{"id":${id},"name":${JSON.stringify(name)}}\n`)
    .join("");
}
