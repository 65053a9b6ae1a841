/** Installs the packed package in applications. */
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { npm, REHEARSAL_REGISTRY } from "../../scripts/npm.ts";
import { packPackage } from "../../scripts/pack.ts";

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
