/** Runs the examples as users do: with the command in their first comment, on the built package. */

import { delimiter, join, resolve } from "node:path";
import { type RunResult, runProgram } from "../support/run-program.ts";
import { readProjectFile } from "./guide-code.ts";

const root = resolve(import.meta.dirname, "../..");

/** The command in the comment of an example, split into words. */
export function commandOf(example: string): string[] {
  const [, command = ""] = /^(?: \*|#) {5}(\S.*)$/m.exec(readProjectFile(example)) ?? [];
  return command.split(" ");
}

/** Runs a program in the project. Passes on only PATH: other environment variables could change the result. */
export function run(program: string, ...args: string[]): Promise<RunResult> {
  const PATH = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  return runProgram(program, args, { cwd: root, env: { PATH, NO_COLOR: "1", NODE_NO_WARNINGS: "1" } });
}
