/** Packs the built package into node_modules/.cache/plant-store-sdk.tgz, unless that tarball is up to date. */
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { builtFile } from "./built-file.ts";
import { npm } from "./npm.ts";

const root = resolve(import.meta.dirname, "..");
const cache = join(root, "node_modules/.cache");
const tarball = join(cache, "plant-store-sdk.tgz");

/**
 * Packs the package as npm would publish it. Returns the path of the tarball.
 *
 * @throws if the package is not built
 */
export async function packPackage(): Promise<string> {
  builtFile("index.js");
  if (isTarballFresh()) return tarball;
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, "pack-"));
  const [packed] = JSON.parse(await npm(root, "pack", "--json", "--pack-destination", folder));
  // Renamed at the end: another process never sees half a tarball.
  await rename(join(folder, packed.filename), tarball);
  await rm(folder, { recursive: true });
  return tarball;
}

/** Whether the tarball is newer than everything in it. */
function isTarballFresh(): boolean {
  if (!existsSync(tarball)) return false;
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const listed = ["package.json", "README.md", "LICENSE", ...files].filter((path) => !path.startsWith("!"));
  const packed = statSync(tarball).mtimeMs;
  return globSync([...listed, ...listed.map((path) => `${path}/**`)], { cwd: root }).every(
    (path) => statSync(join(root, path)).mtimeMs < packed,
  );
}

if (import.meta.main) await packPackage();
