/**
 * The soak test: many concurrent calls to the mock's HTTP server, while it injects faults of every kind and restarts, and
 * callers abort. Fails if a call does not settle or reports something wrong, or if resources leak.
 *
 * `npm run soak` takes ten minutes. `npm run soak -- --help` lists the options.
 */
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { type Arguments, parseArguments, USAGE } from "./arguments.ts";
import { FaultyServer } from "./faulty-server.ts";
import {
  checkHeap,
  disableBytecodeFlushing,
  formatSlope,
  LAST_MINUTES,
  MIN_CHECKED_MINUTES,
  measureHeap,
  type Sample,
} from "./heap.ts";
import { Load } from "./load.ts";
import { Random } from "./random.ts";
import { type Context, runRound } from "./round.ts";
import { formatCount, Totals } from "./totals.ts";

/** Collects warnings and uncaught errors of the process. The returned signal aborts at Ctrl+C. */
function watchProcess(problems: string[]): AbortSignal {
  process.on("warning", (warning) => problems.push(`a warning: ${warning}`));
  process.on("unhandledRejection", (reason) => problems.push(`an unhandled rejection: ${reason}`));
  process.on("uncaughtException", (error) => problems.push(`an uncaught exception: ${error.stack}`));
  const stop = new AbortController();
  process.on("SIGINT", () => {
    if (stop.signal.aborted) process.exit(130);
    console.error("Stopping after this round. Press Ctrl+C again to stop now.");
    stop.abort();
  });
  return stop.signal;
}

interface Run {
  totals: Totals;
  samples: Sample[];
  minutes: number;
}

/** A separate function, so that the round can be garbage-collected before the heap is measured. */
async function addRound(totals: Totals, context: Context): Promise<void> {
  totals.add(await runRound(context));
}

/** Runs rounds until the time is over. */
async function run({ minutes }: Arguments, context: Context): Promise<Run> {
  const totals = new Totals();
  const samples: Sample[] = [];
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 60_000;
  while (elapsed() < minutes && !context.stopped.aborted) {
    await addRound(totals, context);
    const megabytes = await measureHeap();
    samples.push({ minute: elapsed(), megabytes });
    const progress = [
      `minute ${elapsed().toFixed(1)}`,
      `${formatCount(totals.calls)} calls`,
      `${formatCount(context.server.restarts)} restarts`,
      `heap ${megabytes.toFixed(2)} MB`,
      `problems ${totals.problems.length}`,
    ];
    console.error(progress.join("  "));
  }
  return { totals, samples, minutes: elapsed() };
}

/** Prints the tables and returns all problems. */
function report({ totals, samples, minutes }: Run, context: Context, processProblems: string[]): string[] {
  const heap = checkHeap(samples, minutes);
  const unchecked = heap.isChecked ? "" : ` (not checked in runs under ${MIN_CHECKED_MINUTES} minutes)`;
  console.log(`\n${totals.formatResults()}\n\n${totals.formatFaults()}\n`);
  const rows = [
    ["minutes", minutes.toFixed(1)],
    ["calls", `${formatCount(totals.calls)}, ${formatCount(totals.calls / minutes / 60)} per second`],
    ["requests received", formatCount(totals.requests)],
    ["aborts", formatCount(context.load.aborts)],
    ["restarts", formatCount(context.server.restarts)],
    ["connection failures", String(totals.codes)],
    ["lost", formatCount(totals.findings.get("lost"))],
    ["duplicated", formatCount(totals.findings.get("duplicated"))],
    ["misreported", formatCount(totals.findings.get("misreported"))],
    [
      "heap",
      `${samples.at(0)?.megabytes.toFixed(2)} MB first, ${samples.at(-1)?.megabytes.toFixed(2)} MB last`,
    ],
    ["heap growth", `${formatSlope(heap.overall)}, without the first minute${unchecked}`],
    [`in the last ${LAST_MINUTES} minutes`, `${formatSlope(heap.last)}${unchecked}`],
  ];
  console.log(rows.map(([name = "", figure]) => `${name.padEnd(24)}${figure}`).join("\n"));
  const missing = totals.missing.map((name) => `"${name}" never occurred. Run the test for longer.`);
  // Some may not occur in a short run on a busy machine.
  if (!heap.isChecked) for (const message of missing) console.error(message);
  return [...totals.problems, ...heap.problems, ...processProblems, ...(heap.isChecked ? missing : [])];
}

/** Sets a failing exit code if there is a problem. */
async function main(args: Arguments): Promise<void> {
  disableBytecodeFlushing();
  const processProblems: string[] = [];
  const stopped = watchProcess(processProblems);
  const random = new Random(args.seed);
  const store = createPlantStore({
    maxPlants: Number.POSITIVE_INFINITY,
    maxRequests: Number.POSITIVE_INFINITY,
  });
  const server = await FaultyServer.create(store, random);
  const load = new Load(server.url, random);
  const { concurrency, minutes, seed } = args;
  console.log(`Node ${process.version}, ${concurrency} concurrent calls, ${minutes} minutes, seed ${seed}`);
  const context: Context = { store, server, load, random, concurrency, stopped };
  const problems = report(await run(args, context), context, processProblems);
  if (problems.length > 0) process.exitCode = 1;
  for (const problem of problems) console.error(`FAILED: ${problem}`);
  if (problems.length === 0) console.log("\nEvery call settled and reported correctly, and nothing leaked.");
}

try {
  const args = parseArguments();
  if (args === "help") process.stdout.write(USAGE);
  else await main(args);
} catch (error) {
  console.error(error);
  process.exitCode = 2;
}
