/** Checks a property with generated values: 1,000 in `npm test`, 100,000 in `npm run fuzz`. */
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { onTestFinished, test } from "vitest";

// Vitest sets MODE to its option `--mode`, "test" by default.
const isLongRun = process.env.MODE === "fuzz";
const CASES = isLongRun ? 100_000 : 1_000;
const TIMEOUT = isLongRun ? 60 * 60_000 : 120_000;

/**
 * Defines a test that a sentence is true for all values. It prints its seed; to repeat a run, set `FUZZ_SEED`.
 *
 * @param factor more cases than usual, for a check that is fast, or fewer, for a slow one
 */
export function property<T>(
  sentence: string,
  values: fc.Arbitrary<T>,
  check: (value: T) => void | Promise<void>,
  factor = 1,
): void {
  test(sentence, { timeout: TIMEOUT }, async () => {
    const seed = chooseSeed();
    const numRuns = Math.ceil(CASES * factor);
    process.stdout.write(`${sentence}: ${numRuns} cases, seed ${seed}\n`);
    const rejections = watchRejections();
    const checkOne = async (value: T) => {
      await check(value);
      await setImmediate(); // Node reports unhandled rejections after all microtasks.
      if (rejections.length > 0) throw new Error("unhandled rejection", { cause: rejections.shift() });
    };
    await fc.assert(fc.asyncProperty(values, checkOne), { seed, numRuns, reporter: report });
  });
}

function chooseSeed(): number {
  const { FUZZ_SEED } = process.env;
  if (FUZZ_SEED === undefined) return Math.floor(Math.random() * 2 ** 31);
  const seed = Number(FUZZ_SEED);
  if (FUZZ_SEED === "" || !Number.isSafeInteger(seed))
    throw new Error(`FUZZ_SEED must be an integer, not "${FUZZ_SEED}".`);
  return seed;
}

/** Collects unhandled rejections until the test ends. */
export function watchRejections(): unknown[] {
  const rejections: unknown[] = [];
  const keep = (reason: unknown) => void rejections.push(reason);
  process.on("unhandledRejection", keep);
  onTestFinished(() => void process.off("unhandledRejection", keep));
  return rejections;
}

function report<T>(details: fc.RunDetails<T>): void {
  if (!details.failed) return;
  const mode = isLongRun ? " --mode fuzz" : "";
  throw new Error(
    `${fc.defaultReportMessage(details)}\n\nTo repeat this run: FUZZ_SEED=${details.seed} npx vitest run${mode} --project node test/generated`,
    { cause: details.errorInstance },
  );
}
