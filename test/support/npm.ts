/** Runs npm with a cache inside the project, so that tests do not change the user's cache. */
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

/** Runs npm in a folder, without install scripts. Rejects with its output if it fails. */
export async function npm(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", [...args, ...FLAGS], { cwd: folder });
  return stdout;
}

/** Packs the built package into a folder. @returns the path of the tarball. */
export async function packPackage(folder: string): Promise<string> {
  if (!existsSync(join(root, "dist/index.js"))) await npm(root, "run", "build");
  const [packed] = JSON.parse(await npm(root, "pack", "--json", "--pack-destination", folder));
  return join(folder, packed.filename);
}

/** Installs from a folder's lock file unless it is installed already: for tools too large for devDependencies. */
export async function installLocked(folder: string): Promise<void> {
  const lock = join(folder, "package-lock.json");
  // Written after a complete installation.
  const installedLock = join(folder, "node_modules/installed-lock.json");
  const [wanted, installed] = await Promise.all([
    readFile(lock, "utf8"),
    readFile(installedLock, "utf8").catch(() => undefined),
  ]);
  if (installed === wanted) return;
  await npm(folder, "ci");
  await copyFile(lock, installedLock);
}
