/** Runs npm. */
import { execFile } from "node:child_process";
import { copyFile, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** A cache inside the project, so that tests do not change the user's. Not in node_modules, which `npm ci` deletes. */
export const npmCache = resolve(import.meta.dirname, "../.cache/npm");
/** The registry that `rehearse.ts` has published the package to. */
export const { REHEARSAL_REGISTRY } = process.env;
const FLAGS = [
  // Another rehearsal may have used the same address.
  ...(REHEARSAL_REGISTRY ? ["--registry", REHEARSAL_REGISTRY, "--prefer-online"] : ["--prefer-offline"]),
  ...(process.env.CI ? [] : ["--cache", npmCache]), // A machine for CI may keep the user's cache.
  ...["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
];

/** Runs npm in a folder, without install scripts. Rejects with its output if it fails. */
export async function npm(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", [...args, ...FLAGS], { cwd: folder });
  return stdout;
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
