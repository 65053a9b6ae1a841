/** Applications that have the packed package, and commands that run in them. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { npm, packPackage } from "../support/npm.ts";

/**
 * Installs an application and the packed package for the tests of a file, outside the project, and removes it afterwards.
 * With `KEEP_APPS=1` in the environment it stays, to look into a failure.
 *
 * @param source the folder with its package.json, package-lock.json and sources.
 */
export function installApp(source: string): { readonly folder: string } {
  const app = { folder: "" };
  beforeAll(async () => {
    app.folder = join(await mkdtemp(join(tmpdir(), "plant-store-")), "app");
    await cp(source, app.folder, { recursive: true });
    await npm(app.folder, "install", "--no-save", await packPackage());
  });
  afterAll(async () => {
    if (process.env.KEEP_APPS) console.log(`The application is in ${app.folder}`);
    else await rm(dirname(app.folder), { recursive: true, force: true });
  });
  return app;
}

/** Runs Node in a folder, with nothing of this process's environment but its PATH. */
export async function runNode(folder: string, args: string[]) {
  const env = {
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

/** Runs Node, and expects it to exit with a code and to print, on either stream, what matches each pattern. */
export async function expectRun(folder: string, args: string[], prints: RegExp[] = [], exitCode = 0) {
  const { code, output } = await runNode(folder, args);
  expect(code, output).toBe(exitCode);
  for (const pattern of prints) expect(output).toMatch(pattern);
}
