/** Runs the commands: the mock's in this process, or any in a child process. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, vi } from "vitest";
import { builtFile } from "../../scripts/built-file.ts";
import { mock } from "../../tools/mock/mock-command.ts";
import { LONG_WAIT } from "../support/long-wait.ts";
import { runProgram } from "../support/run-program.ts";
import { captureOutput } from "./import-command.ts";

const env = { PATH: process.env.PATH, NO_COLOR: "1" }; // Other environment variables could change the result.

/** The build starts in half the time of the sources. */
const fileOf = (command: string) => builtFile(`cli/${command}.js`);

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/**
 * Runs `plant-store-mock` in this process, which takes a tenth of the time of a new one. A test that starts it twice gets all
 * further output from the second one. It ends with the test.
 */
export async function runMock(args: string[], variables: Record<string, string> = {}) {
  const { output } = captureOutput();
  for (const [name, value] of Object.entries({ FORCE_COLOR: undefined, ...variables }))
    vi.stubEnv(name, value);
  const others = SIGNALS.map((signal) => process.listeners(signal));
  await mock(args, "plant-store-mock");
  const code = process.exitCode ?? 0;
  process.exitCode = undefined;
  const [, end] = SIGNALS.map((signal, index) => {
    const added = process.listeners(signal).find((listener) => !others[index]?.includes(listener));
    if (added) process.off(signal, added);
    return added;
  });
  onTestFinished(async () => {
    vi.spyOn(process, "exit").mockReturnValue(undefined as never);
    vi.spyOn(process.stdout, "write").mockReturnValue(true); // The log of the last requests.
    await end?.("SIGTERM");
    vi.restoreAllMocks();
  });
  return { code, output };
}

/** Starts `plant-store-mock` in this process. It uses a free port unless the arguments name one. */
export async function startMock(args: string[] = [], variables: Record<string, string> = {}) {
  const { output } = await runMock(["--port", "0", ...args], variables);
  const lines = () => output.stdout.split("\n").slice(0, -1);
  const url = /https?:\/\/\S+?(?=["\s])/.exec(output.stdout)?.[0] ?? expect.fail(output.stderr);
  return {
    url,
    port: Number(new URL(url).port),
    output,
    lines,
    /** Waits for a line of standard output. The first line has the number 0. */
    line: async (number: number) => {
      await vi.waitUntil(() => lines().length > number, LONG_WAIT);
      return lines()[number] as string;
    },
  };
}

/** Runs a command in a child process until it exits. */
export function runCommand(command: "plant-store-mock" | "plant-store-sdk", ...args: string[]) {
  return runProgram(process.execPath, [fileOf(command), ...args], { env });
}

/** A `plant-store-mock` in a child process. `using` stops it at the end of the block. */
export class RunningCommand {
  readonly process: ChildProcessWithoutNullStreams;
  /** The lines of its standard output. */
  readonly lines: string[] = [];
  stderr = "";
  /** The base URL that it printed. */
  url = "";

  private constructor(args: string[]) {
    this.process = spawn(process.execPath, [fileOf("plant-store-mock"), ...args], { env });
    createInterface(this.process.stdout).on("line", (line) => this.lines.push(line));
    this.process.stderr.on("data", (text) => {
      this.stderr += text;
    });
  }

  /** Starts the command on a free port, and waits until it is ready. */
  static async start(...args: string[]): Promise<RunningCommand> {
    const running = new RunningCommand(["--port", "0", ...args]);
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
