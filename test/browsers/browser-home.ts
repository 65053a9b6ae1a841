/** A temporary home folder for a browser. It stores caches and crash reports there, which its profile does not include. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Creates a home folder. `remove` deletes it. */
export async function createHome() {
  const home = await mkdtemp(join(tmpdir(), "plant-store-browser-"));
  // The browser gets no other environment variables of this process.
  const env = { PATH: process.env.PATH ?? "", HOME: home, TMPDIR: home, XDG_RUNTIME_DIR: home };
  // A process that is being terminated may still write there.
  const remove = () => rm(home, { recursive: true, force: true, maxRetries: 5 });
  return { env, remove };
}
