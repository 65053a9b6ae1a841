/** Runs the commands from the sources in a child process. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, vi } from "vitest";
import { runProgram } from "../support/run-program.ts";

const source = (command: string) => resolve(import.meta.dirname, `../../cli/${command}.ts`);
// Passes on only PATH and Stryker's mutant: other environment variables could change the result.
const { PATH, __STRYKER_ACTIVE_MUTANT__ } = process.env;
// Otherwise each start of the command would compile all its sources.
const compileCache = mkdtempSync(join(tmpdir(), "plant-store-mock-"));
afterAll(() => rmSync(compileCache, { recursive: true }));
const env = { PATH, NO_COLOR: "1", NODE_COMPILE_CACHE: compileCache, __STRYKER_ACTIVE_MUTANT__ };

/** In ms. Far longer than the command takes to start or to exit. */
export const TIMEOUT = 15_000;

/** Runs `plant-store-mock` until it exits. */
export const run = (...args: string[]) => runCommand("plant-store-mock", ...args);

/** Runs a command until it exits. */
export function runCommand(command: "plant-store-mock" | "plant-store-sdk", ...args: string[]) {
  return runProgram(process.execPath, [source(command), ...args], { env, timeout: TIMEOUT });
}

/** A running `plant-store-mock`. `using` stops it at the end of the block. */
export class RunningCommand {
  readonly process: ChildProcessWithoutNullStreams;
  /** The lines of its standard output. */
  readonly lines: string[] = [];
  stderr = "";
  /** The base URL that it printed. */
  url = "";

  private constructor(args: string[], variables: Record<string, string>) {
    const command = [source("plant-store-mock"), ...args];
    this.process = spawn(process.execPath, command, { env: { ...env, ...variables } });
    createInterface(this.process.stdout).on("line", (line) => this.lines.push(line));
    this.process.stderr.on("data", (text) => {
      this.stderr += text;
    });
  }

  /** Starts the command and waits until it is ready. It uses a free port unless the arguments name one. */
  static start(...args: string[]): Promise<RunningCommand> {
    return RunningCommand.startWith({}, ...args);
  }

  /** Also sets environment variables. */
  static async startWith(variables: Record<string, string>, ...args: string[]): Promise<RunningCommand> {
    const running = new RunningCommand(["--port", "0", ...args], variables);
    const ended = once(running.process, "close").then(() =>
      expect.fail(`The command ended: ${running.stderr}`),
    );
    ended.catch(() => {}); // After the command is ready, the test checks its end.
    const ready = await Promise.race([running.line(0), ended]).catch((error: unknown) => {
      running[Symbol.dispose]();
      throw error;
    });
    running.url = /https?:\/\/\S+?(?=["\s])/.exec(ready)?.[0] ?? "";
    return running;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Waits for a line of standard output. The first line has the number 0. */
  async line(number: number): Promise<string> {
    await vi.waitUntil(() => this.lines.length > number, { timeout: TIMEOUT });
    return this.lines[number] as string;
  }

  /** Sends a signal and waits for the end. @returns the exit code, or the signal that killed it. */
  async end(signal: "SIGINT" | "SIGTERM" = "SIGTERM"): Promise<number | string> {
    const ended = once(this.process, "exit", { signal: AbortSignal.timeout(TIMEOUT) });
    this.process.kill(signal);
    const [code, killedBy] = await ended;
    return code ?? killedBy;
  }

  [Symbol.dispose](): void {
    this.process.kill("SIGKILL");
  }
}
