/** The examples, run as their users run them: by the command in the comment on top, on the built package. */
import { execFile } from "node:child_process";
import { delimiter, join, resolve } from "node:path";
import { readProjectFile } from "./guide-code.ts";

const root = resolve(import.meta.dirname, "../..");

/** How a program ended. */
export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** The words of the command that an example names. */
export function commandOf(example: string): string[] {
  const [, command = ""] = /^(?: \*|#) {5}(\S.*)$/m.exec(readProjectFile(example)) ?? [];
  return command.split(" ");
}

/** Runs a program in the project's folder. Nothing of this process's environment goes with it: it would decide the result. */
export function run(program: string, ...args: string[]): Promise<Run> {
  const PATH = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const options = { cwd: root, env: { PATH, NO_COLOR: "1", NODE_NO_WARNINGS: "1" } };
  return new Promise((done) => {
    execFile(program, args, options, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });
}
