/** npm, as the tests use it: with a cache of the project's own, so that they leave the machine as it is. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../..");
const FLAGS = [
  ...["--cache", join(root, "node_modules/.cache/npm"), "--prefer-offline"],
  ...["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
];

/** Runs npm in a folder, without the install scripts of any package; rejects with what it printed where it fails. */
export async function npm(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", [...args, ...FLAGS], { cwd: folder });
  return stdout;
}

/** Packs the built package into a folder, as npm would publish it, and gives the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
  if (!existsSync(join(root, "dist/index.js"))) await npm(root, "run", "build");
  const [packed] = JSON.parse(await npm(root, "pack", "--json", "--pack-destination", folder));
  return join(folder, packed.filename);
}

/** Installs what a folder's lock file names, unless it is there: for tools that are too large to be dependencies. */
export async function installLocked(folder: string): Promise<void> {
  const lock = join(folder, "package-lock.json");
  // Written last, and lost with the installed packages.
  const installedLock = join(folder, "node_modules/installed-lock.json");
  const [wanted, installed] = await Promise.all([
    readFile(lock, "utf8"),
    readFile(installedLock, "utf8").catch(() => undefined),
  ]);
  if (installed === wanted) return;
  await npm(folder, "ci");
  await copyFile(lock, installedLock);
}
