/** The command `plant-store-mock`, from the sources, in a process of its own. */
import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, vi } from "vitest";

const command = resolve(import.meta.dirname, "../mocks/cli.ts");
// Of this process's environment only Stryker's mutant goes with it: a flag of the machine would decide the result.
const { PATH, __STRYKER_ACTIVE_MUTANT__ } = process.env;
// Else each start of the command would compile all its sources.
const compileCache = mkdtempSync(join(tmpdir(), "plant-store-mock-"));
afterAll(() => rmSync(compileCache, { recursive: true }));
const env = { PATH, NO_COLOR: "1", NODE_COMPILE_CACHE: compileCache, __STRYKER_ACTIVE_MUTANT__ };

/** Far longer than the command takes to start or to end, even on a machine that is busy, ms. */
export const LONGEST_WAIT = 15_000;

/** How a run of the command ended. */
export interface Ending {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command where it ends by itself. */
export function run(...args: string[]): Promise<Ending> {
  return new Promise((done) => {
    execFile(process.execPath, [command, ...args], { env, timeout: LONGEST_WAIT }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : ((error.code as unknown as number) ?? null), stdout, stderr }),
    );
  });
}

/** A store that the command serves. With `using` it ends with its block at the latest. */
export class RunningCommand {
  readonly process: ChildProcessWithoutNullStreams;
  /** What it has printed on its standard output, line by line. */
  readonly lines: string[] = [];
  stderr = "";
  /** The base URL of its ready line. */
  url = "";

  private constructor(args: string[]) {
    this.process = spawn(process.execPath, [command, ...args], { env });
    createInterface(this.process.stdout).on("line", (line) => this.lines.push(line));
    this.process.stderr.on("data", (text) => {
      this.stderr += text;
    });
  }

  /** Starts the command, on a free port unless the arguments name one, and waits until it is ready. */
  static async start(...args: string[]): Promise<RunningCommand> {
    const running = new RunningCommand(["--port", "0", ...args]);
    const ended = once(running.process, "close").then(() => expect.fail(`It ended: ${running.stderr}`));
    ended.catch(() => {}); // Once it is ready, its end is the test's to judge.
    const ready = await Promise.race([running.line(0), ended]).catch((error: unknown) => {
      running[Symbol.dispose]();
      throw error;
    });
    running.url = /http:\/\/\S+?(?=["\s])/.exec(ready)?.[0] ?? "";
    return running;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** The line of that number, once it has been printed. */
  async line(number: number): Promise<string> {
    await vi.waitUntil(() => this.lines.length > number, { timeout: LONGEST_WAIT });
    return this.lines[number] as string;
  }

  /** Sends a signal and waits for the end. @returns the exit code, or the signal that killed it. */
  async end(signal: "SIGINT" | "SIGTERM" = "SIGTERM"): Promise<number | string> {
    const ended = once(this.process, "exit", { signal: AbortSignal.timeout(LONGEST_WAIT) });
    this.process.kill(signal);
    const [code, killedBy] = await ended;
    return code ?? killedBy;
  }

  [Symbol.dispose](): void {
    this.process.kill("SIGKILL");
  }
}
