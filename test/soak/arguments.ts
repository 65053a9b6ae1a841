/** What the command is told. */
import { parseArgs } from "node:util";
import { JUDGED_MINUTES } from "./heap.ts";

export const USAGE = `Usage: npm run soak -- [options]

  --minutes N      how long; from ${JUDGED_MINUTES} minutes on, the heap is judged too (default: 10)
  --concurrency N  how many calls at a time (default: 256)
  --seed N         repeats the choices of an earlier run, though not its scheduling (default: a random one)
  --help           print this
`;

export interface Arguments {
  minutes: number;
  concurrency: number;
  seed: number;
}

export class WrongArgument extends Error {}

/** @throws WrongArgument saying which, and what would be right. */
export function readArguments(args = process.argv.slice(2)): Arguments | "help" {
  const { help, ...values } = parse(args);
  if (help) return "help";
  if (globalThis.gc === undefined)
    throw new WrongArgument("node must have the option --expose-gc, as `npm run soak` gives it.");
  return {
    minutes: readNumber("minutes", values.minutes, "a number from 0.1 to 10000", (minutes) => {
      return minutes >= 0.1 && minutes <= 10_000;
    }),
    concurrency: readNumber("concurrency", values.concurrency, "a whole number from 1 to 10000", (calls) => {
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
    throw new WrongArgument(`${problem}. Run with --help for usage.`);
  }
}

function readNumber(
  name: string,
  text: string,
  requirement: string,
  isRight: (value: number) => boolean,
): number {
  const value = text.trim() === "" ? Number.NaN : Number(text);
  if (isRight(value)) return value;
  throw new WrongArgument(`--${name} must be ${requirement}, not "${text}".`);
}
