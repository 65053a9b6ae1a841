import { type ChildProcess, type ExecFileOptions, execFile } from "node:child_process";
import { LONG_WAIT } from "./long-wait.ts";

export interface RunResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program with a text as its input, and waits until it ends. It is killed after a minute, which is a code of 1. */
export function runProgram(
  program: string,
  args: string[],
  options: ExecFileOptions = {},
  input = "",
): Promise<RunResult> {
  return new Promise((done) => {
    const child = execFile(program, args, { ...LONG_WAIT, ...options }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      done({ code, stdout: String(stdout), stderr: String(stderr) });
    });
    child.stdin?.on("error", () => {}); // The program may end before it reads.
    child.stdin?.end(input);
  });
}

/** Resolves with the match when the process has printed it. Rejects if the process ends before. */
export function outputOf(child: ChildProcess, expected: RegExp): Promise<RegExpExecArray> {
  let output = "";
  return new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(`The process ended: ${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
        const match = expected.exec(output);
        if (match) resolve(match);
      });
    }
  });
}
