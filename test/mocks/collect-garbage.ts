/** Garbage collection at once, for tests of what is kept and what is let go of. */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** In several rounds: what one collection frees, the next may find more behind. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 5; round++) {
    await setImmediate();
    collect();
  }
}
