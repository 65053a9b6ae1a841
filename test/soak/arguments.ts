/** The command-line arguments of `npm run soak`. */
import { parseArgs } from "node:util";
import { MIN_CHECKED_MINUTES } from "./heap.ts";

export const USAGE = `Usage: npm run soak -- [options]

  --minutes N      duration; heap growth is checked from ${MIN_CHECKED_MINUTES} minutes on (default: 10)
  --concurrency N  number of concurrent calls (default: 256)
  --seed N         repeats the random choices of an earlier run, but not its timing (default: random)
  --help           show this help
`;

export interface Arguments {
  minutes: number;
  concurrency: number;
  seed: number;
}

export class InvalidArgument extends Error {}

/** @throws InvalidArgument with a message for the user */
export function parseArguments(args = process.argv.slice(2)): Arguments | "help" {
  const { help, ...values } = parse(args);
  if (help) return "help";
  if (globalThis.gc === undefined)
    throw new InvalidArgument("run node with --expose-gc, or use `npm run soak`.");
  return {
    minutes: readNumber("minutes", values.minutes, "a number from 0.1 to 10000", (minutes) => {
      return minutes >= 0.1 && minutes <= 10_000;
    }),
    concurrency: readNumber("concurrency", values.concurrency, "an integer from 1 to 10000", (calls) => {
      return Number.isInteger(calls) && calls >= 1 && calls <= 10_000;
    }),
    seed: readNumber("seed", values.seed, "an integer from 0 to 4294967295", (seed) => {
      return Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32;
    }),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        minutes: { type: "string", default: "10" },
        concurrency: { type: "string", default: "256" },
        seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 32)) },
        help: { type: "boolean", short: "h", default: false },
      },
    }).values;
  } catch (error) {
    const [problem] = (error as Error).message.split(/\.\s/);
    throw new InvalidArgument(`${problem}. Run with --help for usage.`);
  }
}

function readNumber(
  name: string,
  text: string,
  expected: string,
  isValid: (value: number) => boolean,
): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (isValid(value)) return value;
  throw new InvalidArgument(`--${name} must be ${expected}, not "${text}".`);
}
