/** Checks a property with generated values: 500 in `npm test`, 100,000 with `--mode fuzz`. */
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { onTestFinished, test } from "vitest";

// Vitest sets MODE to its option `--mode`, "test" by default.
const isLongRun = process.env.MODE === "fuzz";
const CASES = isLongRun ? 100_000 : 500;
const TIMEOUT = isLongRun ? 60 * 60_000 : 120_000;

const { FUZZ_SEED } = process.env;
if (FUZZ_SEED !== undefined && !/^-?\d+$/.test(FUZZ_SEED)) {
  throw new Error(`FUZZ_SEED must be an integer, not "${FUZZ_SEED}".`);
}

type Check<T> = (value: T) => void | Promise<void>;

/**
 * Defines a test that a sentence is true for all values. A failure shows its seed; to repeat a run, set `FUZZ_SEED`.
 *
 * @param factor more cases than usual, for a check that is fast, or fewer, for a slow one
 */
export function property<T>(sentence: string, values: fc.Arbitrary<T>, check: Check<T>, factor = 1): void {
  test(sentence, { timeout: TIMEOUT }, async () => {
    const rejections: unknown[] = [];
    const keep = (reason: unknown) => void rejections.push(reason);
    process.on("unhandledRejection", keep);
    onTestFinished(() => void process.off("unhandledRejection", keep));
    const checkOne = async (value: T) => {
      await check(value);
      await setImmediate(); // Node reports unhandled rejections after all microtasks.
      if (rejections.length > 0) throw new Error("unhandled rejection", { cause: rejections.shift() });
    };
    const numRuns = Math.ceil(CASES * factor);
    const seed = FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) };
    await fc.assert(fc.asyncProperty(values, checkOne), { ...seed, numRuns, includeErrorInReport: true });
  });
}
