/** Installs the packed package in applications and runs commands there. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { installPackage } from "../support/npm.ts";

/**
 * Installs an application and the packed package outside the project, for the tests of a file, and removes it afterwards.
 * With `KEEP_APPS=1` in the environment, the application is kept for debugging.
 *
 * @param source The folder with its package.json, package-lock.json and sources.
 */
export function installApp(source: string): { readonly folder: string } {
  const app = { folder: "" };
  beforeAll(async () => {
    app.folder = join(await mkdtemp(join(tmpdir(), "plant-store-")), "app");
    const filter = (path: string) => basename(path) !== "node_modules"; // A developer may have installed an example.
    await cp(source, app.folder, { recursive: true, filter });
    await installPackage(app.folder, "--no-save");
  });
  afterAll(async () => {
    if (process.env.KEEP_APPS) console.log(`The application is in ${app.folder}`);
    else await rm(dirname(app.folder), { recursive: true, force: true });
  });
  return app;
}

/** Runs Node in a folder. Passes on only PATH of this process's environment. */
export async function runNode(folder: string, args: string[], more: Record<string, string> = {}) {
  const env = {
    ...more,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    // Tools keep their caches and settings here.
    HOME: join(folder, "../home"),
    TMPDIR: join(folder, ".."),
    NO_COLOR: "1",
    CI: "1",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const options = { cwd: folder, env, maxBuffer: Number.POSITIVE_INFINITY };
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
