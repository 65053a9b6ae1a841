/** Forces garbage collection, and measures the memory that is left. */
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Runs several rounds, because one collection can make more objects unreachable. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 5; round++) {
    await setImmediate();
    collect();
  }
}

/** Bytes of the heap and of its external buffers. */
export async function bytesInMemory(): Promise<number> {
  await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
