/** Installs the packed package in applications and runs commands there. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, inject } from "vitest";
import { findChromium, findProgram } from "../../scripts/installed-programs.ts";
import { runProgram } from "../support/run-program.ts";

/** Installs an application with the packed package, unless another file has installed it. See `installCopy`. */
export async function install(source: string): Promise<string> {
  // Not `fetch`, which waits for a response for five minutes only.
  const [response] = await once(request(inject("installer"), { method: "POST" }).end(source), "response");
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(body);
  return body;
}

/**
 * Installs an application for the tests of a file.
 *
 * @param source its folder, by default that of the applications that share an installation
 */
export function installApp(source = import.meta.dirname): { readonly folder: string } {
  const app = { folder: "" };
  beforeAll(async () => {
    app.folder = await install(source);
  });
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
  ASTRO_TELEMETRY_DISABLED: "1",
});

export async function runNode(folder: string, args: string[], more?: Record<string, string>) {
  const env = environmentIn(folder, more);
  const options = { cwd: folder, env, timeout: 0, maxBuffer: Number.POSITIVE_INFINITY };
  const { code, stdout, stderr } = await runProgram(process.execPath, args, options);
  return { code, stdout, output: `${stdout}${stderr}` };
}

/** Runs Node. Asserts its exit code, and that its stdout or stderr matches each pattern. */
export async function expectRun(folder: string, args: string[], prints: RegExp[] = [], exitCode = 0) {
  const { code, output } = await runNode(folder, args);
  expect(code, output).toBe(exitCode);
  for (const pattern of prints) expect(output).toMatch(pattern);
}

/** Runs a script of an example with four Playwright tests. Asserts that they pass with two workers. */
export async function expectPlaywright(folder: string, script: string) {
  const args = ["--run", script, "--", "--timeout", "120000"];
  const { code, output } = await runNode(folder, args, { CHROMIUM: requireProgram("chromium") });
  expect(code, output).toBe(0);
  expect(output).toMatch(/Running 4 tests using 2 workers[\s\S]*4 passed/);
}

/** The path of a program. Fails if it is not installed. */
export const requireProgram = (name: string): string =>
  (name === "chromium" ? findChromium() : findProgram(name)) ??
  expect.fail(`${name} is not installed. Run \`npm run setup:browsers\`.`);

/** Starts Node in a folder. The caller kills the process. */
export function startNode(folder: string, args: string[], more?: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: folder, env: environmentIn(folder, more) });
}

/** Ends a process as a crash does. */
export async function kill(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
}
