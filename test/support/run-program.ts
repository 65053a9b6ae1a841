import { type ExecFileOptions, execFile } from "node:child_process";

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
    const child = execFile(program, args, { timeout: 60_000, ...options }, (error, stdout, stderr) => {
      const code = error === null ? 0 : Number(error.code ?? 1);
      done({ code, stdout: String(stdout), stderr: String(stderr) });
    });
    child.stdin?.on("error", () => {}); // The program may end before it reads.
    child.stdin?.end(input);
  });
}
