/** A property, checked over generated cases: 1,000 in the tests, 100,000 in the long run (`npm run fuzz`). */
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { onTestFinished, test } from "vitest";

// Vitest sets it to its `--mode`, "test" where there is none.
const isLongRun = process.env.MODE === "fuzz";
const CASES = isLongRun ? 100_000 : 1_000;
const LONGEST_RUN = isLongRun ? 60 * 60_000 : 120_000;

/** A test that a sentence holds for every value. Its seed is printed, and can be given again in `FUZZ_SEED`. */
export function property<T>(
  sentence: string,
  values: fc.Arbitrary<T>,
  check: (value: T) => void | Promise<void>,
): void {
  test(sentence, { timeout: LONGEST_RUN }, async () => {
    const seed = chooseSeed();
    process.stdout.write(`${sentence}: ${CASES} cases, seed ${seed}\n`);
    const rejections = watchRejections();
    const checkAlone = async (value: T) => {
      await check(value);
      await setImmediate(); // Node tells of a rejection that nobody handles when all microtasks have run.
      if (rejections.length > 0) throw new Error("a rejection went unhandled", { cause: rejections.shift() });
    };
    await fc.assert(fc.asyncProperty(values, checkAlone), { seed, numRuns: CASES, reporter: report });
  });
}

function chooseSeed(): number {
  const { FUZZ_SEED } = process.env;
  if (FUZZ_SEED === undefined) return Math.floor(Math.random() * 2 ** 31);
  const seed = Number(FUZZ_SEED);
  if (FUZZ_SEED === "" || !Number.isSafeInteger(seed))
    throw new Error(`FUZZ_SEED must be a whole number, not "${FUZZ_SEED}".`);
  return seed;
}

/** The rejections that nobody handles until the test ends. */
function watchRejections(): unknown[] {
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
    `${fc.defaultReportMessage(details)}\n\nRun it again: FUZZ_SEED=${details.seed} npx vitest run${mode} --project node test/generated`,
    { cause: details.errorInstance },
  );
}
