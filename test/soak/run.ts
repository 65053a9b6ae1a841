/**
 * The soak test: many concurrent calls to the mock's HTTP server, while it injects faults of every kind and restarts, and
 * callers abort. Fails if a call does not settle or reports something wrong, or if resources leak.
 *
 * `npm run soak` takes ten minutes. `-- --minutes 1` shortens it.
 */
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { FaultyServer } from "./faulty-server.ts";
import { checkHeap, MIN_CHECKED_MINUTES, measureHeap, type Sample } from "./heap.ts";
import { Load } from "./load.ts";
import { type Context, runRound } from "./round.ts";
import { Totals } from "./totals.ts";

/** A separate function, so that the round can be garbage-collected before the heap is measured. */
async function addRound(totals: Totals, context: Context): Promise<void> {
  totals.add(await runRound(context));
}

/** Runs rounds until the time is over, prints the counts and returns all problems. */
async function run(planned: number, context: Context): Promise<string[]> {
  const totals = new Totals();
  const samples: Sample[] = [];
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 60_000;
  while (elapsed() < planned) {
    await addRound(totals, context);
    const minute = elapsed();
    const megabytes = await measureHeap();
    samples.push({ minute, megabytes });
    const { calls, problems } = totals;
    console.error({ minute, calls, restarts: context.server.restarts, megabytes, problems: problems.length });
  }
  const minutes = elapsed();
  const { problems, ...counts } = totals;
  console.log({ minutes, ...counts, aborts: context.load.aborts, restarts: context.server.restarts });
  const heap = checkHeap(samples, minutes);
  for (const { text } of heap) console.log(text);
  // In a short run, the heap is not stable yet.
  const isLong = minutes >= MIN_CHECKED_MINUTES;
  const grown = heap.filter(({ isFine }) => isLong && !isFine).map(({ text }) => text);
  // Without a call of `release`, a hold is a hang.
  const { hold: _, ...injected } = faults;
  const untested = Object.keys(injected).filter((type) => isLong && totals.faults[type] === undefined);
  return [...problems, ...grown, ...untested.map((type) => `no fault was a ${type}`)];
}

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const minutes = Number(values.minutes);

// V8 would free unused bytecode. That can be megabytes, which would hide a leak or look like one.
setFlagsFromString("--no-flush-bytecode");
const processProblems: string[] = [];
process.on("warning", (warning) => processProblems.push(`a warning: ${warning}`));
process.on("unhandledRejection", (reason) => processProblems.push(`an unhandled rejection: ${reason}`));
process.on("uncaughtException", ({ stack }) => processProblems.push(`an uncaught exception: ${stack}`));
const unlimited = Number.POSITIVE_INFINITY;
const store = new MockStore({ maxPlants: unlimited, maxRequests: unlimited });
const server = await FaultyServer.create(store);
const load = new Load(server.url);
console.log(`Node ${process.version}, ${minutes} minutes`);
const context = { store, server, load };
const problems = [...(await run(minutes, context)), ...processProblems];
if (problems.length > 0) process.exitCode = 1;
for (const problem of problems) console.error(`FAILED: ${problem}`);
if (problems.length === 0) console.log("\nEvery call settled and reported correctly, and nothing leaked.");
