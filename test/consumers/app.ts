/** Installs the packed package in applications and runs commands there. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { installCopy, removeCopy } from "../support/npm.ts";

/** Installs an application and the packed package for the tests of a file, and removes it afterwards. See `installCopy`. */
export function installApp(source: string): { readonly folder: string } {
  const app = { folder: "" };
  beforeAll(async () => {
    app.folder = await installCopy(source);
  });
  afterAll(() => removeCopy(app.folder));
  return app;
}

/** The environment of programs in an application: only PATH of this process's environment. */
const environmentIn = (folder: string, more: Record<string, string> = {}) => ({
  ...more,
  PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
  // Tools keep their caches and settings here.
  HOME: join(folder, "../home"),
  TMPDIR: join(folder, ".."),
  NO_COLOR: "1",
  CI: "1",
  NEXT_TELEMETRY_DISABLED: "1",
});

/** Runs Node in a folder. */
export async function runNode(folder: string, args: string[], more?: Record<string, string>) {
  const options = { cwd: folder, env: environmentIn(folder, more), maxBuffer: Number.POSITIVE_INFINITY };
  const ended = promisify(execFile)(process.execPath, args, options);
  const { code, stdout, stderr } = await ended.then(
    (output) => ({ code: 0, ...output }),
    (error) => error,
  );
  return { code, stdout, output: `${stdout}${stderr}` };
}

/** Runs Node. Asserts its exit code, and that its stdout or stderr matches each pattern. */
export async function expectRun(folder: string, args: string[], prints: RegExp[] = [], exitCode = 0) {
  const { code, output } = await runNode(folder, args);
  expect(code, output).toBe(exitCode);
  for (const pattern of prints) expect(output).toMatch(pattern);
}

/** Starts Node in a folder. The caller kills the process. */
export function startNode(folder: string, args: string[], more?: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: folder, env: environmentIn(folder, more) });
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

/** Ends a process as a crash does. */
export async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
