/** A temporary home folder for a browser. It stores caches and crash reports there, which its profile does not include. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The environment variables of a browser. It gets no others of this process, except PATH. */
export const environmentFor = (home: string) => ({
  PATH: process.env.PATH ?? "",
  HOME: home,
  TMPDIR: home,
  XDG_RUNTIME_DIR: home,
});

/** Creates a home folder. `remove` deletes it. */
export async function createHome() {
  const home = await mkdtemp(join(tmpdir(), "plant-store-browser-"));
  const env = environmentFor(home);
  // A process that is being terminated may still write there.
  const remove = () => rm(home, { recursive: true, force: true, maxRetries: 5 });
  return { env, remove };
}
