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

/** @throws Error with a message for the user */
export function parseArguments(): Arguments | "help" {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "10" },
      concurrency: { type: "string", default: "256" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 32)) },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return "help";
  const { minutes, concurrency, seed } = values;
  const numbers = { minutes: Number(minutes), concurrency: Number(concurrency), seed: Number(seed) };
  for (const [name, number] of Object.entries(numbers))
    if (!(number >= 0)) throw new Error(`--${name} must be a number of 0 or more.`);
  return numbers;
}
