/** Runs `plant-store-sdk import` and other commands, in a folder of its own and with a store on a port. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { listen, type MockServer, MockStore, type MockStoreOptions } from "plant-store-sdk/mocks/server";
import { onTestFinished, vi } from "vitest";
import { builtFile } from "../../scripts/built-file.ts";
import { checkCommand } from "../../tools/check/command/check-command.ts";
import { importCommand } from "../../tools/import/command/import-command.ts";
import { journalCommand } from "../../tools/import/command/journal-command.ts";
import { createFolder } from "../support/temporary-folder.ts";

/** The journal of an input in the folder. */
export const JOURNAL = "plant-store-journal.db";

const PROJECT = resolve(import.meta.dirname, "../..");

/** The built command. From the sources, every start would take a second. */
export const command = builtFile("cli/plant-store-sdk.js");

export interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Environment = Record<string, string | undefined>;

/** A folder with a file of plants, and a store. */
export class Workplace {
  readonly folder = createFolder();
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
    onTestFinished(() => workplace.server.close());
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

  /** Runs SQL in a journal. */
  query(sql: string, journal = JOURNAL): unknown[] {
    const database = new DatabaseSync(join(this.folder, journal));
    const rows = database.prepare(sql).all();
    database.close();
    return rows;
  }

  /** Lets the time pass that the import waits for before it sends an unknown row again. */
  age(journal = JOURNAL): void {
    this.query("UPDATE rows SET time = '2026-11-24T00:00:00.000Z'", journal);
  }

  get environment() {
    return { PLANT_STORE_BASE_URL: this.server.url, PLANT_STORE_TOKEN: "s3cret-token" };
  }

  /** Starts the built `plant-store-sdk import`. */
  start(args: string[], env: Environment = {}, stdout?: number): ChildProcessWithoutNullStreams {
    return spawnCommand("import", args, this.folder, { ...this.environment, ...env }, stdout);
  }

  /** Runs `plant-store-sdk import` in this process until it ends. */
  import(args: string[], env: Environment = {}): Promise<Result> {
    return runInProcess("import", args, this.folder, { ...this.environment, ...env });
  }
}

/** Starts a subcommand of the built command. @param stdout a descriptor, or a pipe */
export function spawnCommand(
  name: string,
  args: string[],
  cwd: string,
  env: Environment,
  stdout: number | "pipe" = "pipe",
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [command, name, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["pipe", stdout, "pipe"],
  }) as ChildProcessWithoutNullStreams; // Only a test that passes a descriptor has no stdout.
}

export async function resultOf(child: ChildProcessWithoutNullStreams): Promise<Result> {
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, "close");
  const [stdout, stderr] = await output;
  return { code, stdout, stderr };
}

/** What this process prints from now on, and the spies that keep it from its own streams. */
export function captureOutput() {
  const output = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) => {
    const write = (printed: string, _: unknown, done: () => void) => {
      output[stream] += printed;
      done();
    };
    const fake = new Writable({ write, decodeStrings: false });
    return vi.spyOn(process, stream, "get").mockReturnValue(fake as typeof process.stdout);
  });
  return { output, spies };
}

const COMMANDS = { check: checkCommand, import: importCommand, journal: journalCommand };

/** Folders whose test has ended. */
const ended = new Set<string>();

/**
 * Runs `plant-store-sdk` in this process, which takes a tenth of the time of a new one. If the test times out, its command is
 * interrupted, and the test cannot run another one: they would write their files into the project.
 *
 * @param folder a temporary one of this test
 */
export async function runInProcess(
  name: keyof typeof COMMANDS,
  args: string[],
  folder = createFolder(),
  env: Environment = {},
): Promise<Result> {
  if (ended.has(folder)) throw new Error("The test has timed out.");
  const { output, spies } = captureOutput();
  for (const [variable, value] of Object.entries({ FORCE_COLOR: undefined, ...env }))
    vi.stubEnv(variable, value);
  process.chdir(folder);
  const running = Promise.resolve(COMMANDS[name](args, `plant-store-sdk ${name}`));
  let isRunning = true;
  onTestFinished(async () => {
    ended.add(folder);
    while (isRunning) {
      process.emit("SIGINT"); // The second one aborts requests.
      await Promise.race([running, sleep(600)]);
    }
  });
  try {
    await running;
    return { code: Number(process.exitCode ?? 0), ...output };
  } finally {
    isRunning = false;
    process.chdir(PROJECT);
    process.exitCode = undefined;
    setFlagsFromString("--semi-space-growth-factor=2 --heap-growing-percent=0"); // V8's defaults, which an import changes.
    for (const spy of spies) spy.mockRestore();
  }
}

/** Runs `plant-store-sdk journal`. */
export const runJournal = (...args: string[]) => runInProcess("journal", args);

/** A text as it was before its lines were broken. */
export const oneLine = (text: string) => text.replace(/\s+/g, " ");

/** The events that `--json` printed. */
export const eventsOf = ({ stdout }: { stdout: string }) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

/** Lines of NDJSON. */
export function linesOf(...plants: { id: number | string; name?: string }[]): string {
  return plants
    .map(({ id, name = `Fern ${id}` }) => `{"id":${id},"name":${JSON.stringify(name)}}\n`)
    .join("");
}

/** Lines of plants with the ids 1 to `count`. */
export const linesUpTo = (count: number) =>
  linesOf(...Array.from({ length: count }, (_, index) => ({ id: index + 1 })));
