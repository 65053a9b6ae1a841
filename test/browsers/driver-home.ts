/** A home folder for a browser: what it keeps beyond its profile, such as caches and crash reports, goes there. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The environment that leads a browser there, which holds nothing else of this process's. */
export const environmentAt = (home: string) => ({
  PATH: process.env.PATH ?? "",
  HOME: home,
  TMPDIR: home,
  XDG_RUNTIME_DIR: home,
});

/** Makes one, in the system's temporary folder. */
export async function makeHome() {
  const home = await mkdtemp(join(tmpdir(), "plant-store-browser-"));
  const env = environmentAt(home);
  // A process that has been told to end may still write there.
  const remove = () => rm(home, { recursive: true, force: true, maxRetries: 5 });
  return { env, remove };
}
