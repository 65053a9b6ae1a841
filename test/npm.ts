/** npm, as the tests use it: with a cache of the project's own, so that they leave the machine as it is. */
import { execFile } from "node:child_process";
import { existsSync, globSync, statSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "..");
const FLAGS = [
  ...["--cache", join(root, "node_modules/.cache/npm"), "--prefer-offline"],
  ...["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
];

/** Runs npm in a folder, without the install scripts of any package; rejects with what it printed where it fails. */
export async function npm(folder: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", [...args, ...FLAGS], { cwd: folder });
  return stdout;
}

const cache = join(root, "node_modules/.cache");
const tarball = join(cache, "plant-store-sdk.tgz");

/** Packs the built package as npm would publish it, unless the last tarball is newer than every file that goes into it. */
export async function packPackage(): Promise<string> {
  if (!existsSync(join(root, "dist/index.js"))) await npm(root, "run", "build");
  if (isTarballFresh()) return tarball;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "pack-"));
  const [packed] = JSON.parse(await npm(root, "pack", "--json", "--pack-destination", folder));
  // Renamed at the end: another process never sees half a tarball.
  await rename(join(folder, packed.filename), tarball);
  await rm(folder, { recursive: true });
  return tarball;
}

function isTarballFresh(): boolean {
  if (!existsSync(tarball)) return false;
  const packed = globSync(["dist/**", "docs", "docs/*", "*.md", "LICENSE", "package.json"], { cwd: root });
  return packed.every((path) => statSync(join(root, path)).mtimeMs < statSync(tarball).mtimeMs);
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
