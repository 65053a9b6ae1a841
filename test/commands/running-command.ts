/** Runs the commands in a child process. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, vi } from "vitest";
import { builtFile } from "../../scripts/built-file.ts";
import { LONG_WAIT } from "../support/long-wait.ts";
import { runProgram } from "../support/run-program.ts";

const env = { PATH: process.env.PATH, NO_COLOR: "1" }; // Other environment variables could change the result.

/** The build starts in half the time of the sources. */
const fileOf = (command: string) => builtFile(`cli/${command}.js`);

/** Runs `plant-store-mock` until it exits. */
export const run = (...args: string[]) => runCommand("plant-store-mock", ...args);

/** Runs a command until it exits. */
export function runCommand(command: "plant-store-mock" | "plant-store-sdk", ...args: string[]) {
  return runProgram(process.execPath, [fileOf(command), ...args], { env });
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
    const command = [fileOf("plant-store-mock"), ...args];
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
    await vi.waitUntil(() => this.lines.length > number, LONG_WAIT);
    return this.lines[number] as string;
  }

  /** Sends a signal and waits for the end. @returns the exit code, or the signal that killed it. */
  async end(signal: "SIGINT" | "SIGTERM" = "SIGTERM"): Promise<number | string> {
    const ended = once(this.process, "exit", { signal: AbortSignal.timeout(LONG_WAIT.timeout) });
    this.process.kill(signal);
    const [code, killedBy] = await ended;
    return code ?? killedBy;
  }

  [Symbol.dispose](): void {
    this.process.kill("SIGKILL");
  }
}
