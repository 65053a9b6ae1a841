/** Runs npm. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../..");
/** A cache inside the project, so that tests do not change the user's. Not in node_modules, which `npm ci` deletes. */
export const npmCache = join(root, ".cache/npm");
/** The registry that `npm run rehearse` has published the package to. */
const { REHEARSAL_REGISTRY } = process.env;
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

/** Installs the packed package in a folder; in a rehearsal by its name, from the registry. */
export async function installPackage(folder: string, ...flags: string[]): Promise<void> {
  await npm(folder, "install", ...flags, REHEARSAL_REGISTRY ? "plant-store-sdk" : await packPackage());
}

/**
 * Copies an application to a folder outside the project, and installs it there with the packed package. Returns the folder.
 *
 * @param source its folder, with package.json and package-lock.json
 */
export async function installCopy(source: string): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), "plant-store-")), "app");
  const filter = (path: string) => basename(path) !== "node_modules"; // A developer may have installed an example.
  await cp(source, folder, { recursive: true, filter });
  try {
    await installPackage(folder, "--no-save");
    return folder;
  } catch (error) {
    await removeCopy(folder);
    throw error;
  }
}

/** Removes an application. With `KEEP_APPS=1` in the environment, it is kept for debugging. */
export async function removeCopy(folder: string): Promise<void> {
  if (process.env.KEEP_APPS) console.log(`The application is in ${folder}`);
  else await rm(dirname(folder), { recursive: true, force: true });
}

/** Whether the tarball is newer than everything that can be in it. */
function isTarballFresh(): boolean {
  if (!existsSync(tarball)) return false;
  const top = readdirSync(root).filter((name) => /\.md$|^package\.json$|^LICENSE$/.test(name));
  const docs = readdirSync(join(root, "docs")).filter((name) => /\.(md|json)$/.test(name));
  const dist = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" });
  const inside = [
    ...docs.map((name) => join("docs", name)),
    ...dist.map((name) => join("dist", name)),
    "dist",
  ];
  const packed = statSync(tarball).mtimeMs;
  return [...top, ...inside].every((path) => statSync(join(root, path)).mtimeMs < packed);
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
