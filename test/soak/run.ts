/**
 * The endurance run: many calls at a time against the reference store on a port, while it commits faults of every kind,
 * callers abort, and the server is stopped and started. In the end every call must have settled and told the truth, and
 * nothing must be left over: `npm run soak`, in ten minutes; `npm run soak -- --minutes 1`.
 */
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { type Arguments, readArguments, USAGE, WrongArgument } from "./arguments.ts";
import { Chance } from "./chance.ts";
import {
  collectedHeap,
  format,
  JUDGED_MINUTES,
  judgeHeap,
  keepCode,
  LAST_MINUTES,
  type Sample,
} from "./heap.ts";
import { Load } from "./load.ts";
import { runRound, type Setting } from "./round.ts";
import { StoreOnPort } from "./store-on-port.ts";
import { Tally, whole } from "./tally.ts";

/** Collects what must not come to the process; the signal aborts at Ctrl+C. */
function watchProcess(alarms: string[]): AbortSignal {
  process.on("warning", (warning) => alarms.push(`a warning: ${warning}`));
  process.on("unhandledRejection", (reason) => alarms.push(`an unhandled rejection: ${reason}`));
  process.on("uncaughtException", (error) => alarms.push(`an uncaught exception: ${error.stack}`));
  const stop = new AbortController();
  process.on("SIGINT", () => {
    if (stop.signal.aborted) process.exit(130);
    console.error("Ending after this round's reckoning; Ctrl+C once more ends at once.");
    stop.abort();
  });
  return stop.signal;
}

interface Run {
  tally: Tally;
  samples: Sample[];
  minutes: number;
}

/** A function of its own, so that nothing holds the round's books any more when memory is measured. */
async function addRound(tally: Tally, setting: Setting): Promise<void> {
  tally.add(await runRound(setting));
}

/** Rounds until the time is over. */
async function run({ minutes }: Arguments, setting: Setting): Promise<Run> {
  const tally = new Tally();
  const samples: Sample[] = [];
  const start = performance.now();
  const elapsed = () => (performance.now() - start) / 60_000;
  while (elapsed() < minutes && !setting.stopped.aborted) {
    await addRound(tally, setting);
    const megabytes = await collectedHeap();
    samples.push({ minute: elapsed(), megabytes });
    const progress = [
      `minute ${elapsed().toFixed(1)}`,
      `${whole(tally.calls)} calls`,
      `${whole(setting.server.stops)} stops`,
      `heap ${megabytes.toFixed(2)} MB`,
      `problems ${tally.problems.length}`,
    ];
    console.error(progress.join("  "));
  }
  return { tally, samples, minutes: elapsed() };
}

/** Everything that is wrong, and the tables on the way. */
function settleAccounts({ tally, samples, minutes }: Run, setting: Setting, alarms: string[]): string[] {
  const heap = judgeHeap(samples, minutes);
  const unjudged = heap.judged ? "" : ` (not judged under ${JUDGED_MINUTES} minutes)`;
  console.log(`\n${tally.formatEndings()}\n\n${tally.formatFaults()}\n`);
  const rows = [
    ["minutes", minutes.toFixed(1)],
    ["calls", `${whole(tally.calls)}, ${whole(tally.calls / minutes / 60)} a second with pauses`],
    ["requests that arrived", whole(tally.requests)],
    ["aborts", whole(setting.load.aborts)],
    ["stops and starts", whole(setting.server.stops)],
    ["connection failures", String(tally.codes)],
    ["lost", whole(tally.findings.get("lost"))],
    ["duplicated", whole(tally.findings.get("duplicated"))],
    ["misreported", whole(tally.findings.get("misreported"))],
    [
      "heap",
      `${samples.at(0)?.megabytes.toFixed(2)} MB first, ${samples.at(-1)?.megabytes.toFixed(2)} MB last`,
    ],
    ["heap's slope", `${format(heap.overall)}, the first minute left out${unjudged}`],
    [`of the last ${LAST_MINUTES} minutes`, `${format(heap.last)}${unjudged}`],
  ];
  console.log(rows.map(([name = "", figure]) => `${name.padEnd(24)}${figure}`).join("\n"));
  const unmet = tally.unmet.map((name) => `no call met ${name}: run it for longer`);
  // A short run on a busy machine may not come to all of them.
  if (!heap.judged) for (const name of unmet) console.error(name);
  return [...tally.problems, ...heap.problems, ...alarms, ...(heap.judged ? unmet : [])];
}

/** Fails the process where anything is wrong. */
async function main(args: Arguments): Promise<void> {
  keepCode();
  const alarms: string[] = [];
  const stopped = watchProcess(alarms);
  const chance = new Chance(args.seed);
  const store = createPlantStore({
    maxPlants: Number.POSITIVE_INFINITY,
    maxRequests: Number.POSITIVE_INFINITY,
  });
  const server = await StoreOnPort.on(store, chance);
  const load = new Load(server.url, chance);
  const { concurrency, minutes, seed } = args;
  console.log(`Node ${process.version}, ${concurrency} calls at a time for ${minutes} minutes, seed ${seed}`);
  const setting: Setting = { store, server, load, chance, concurrency, stopped };
  const problems = settleAccounts(await run(args, setting), setting, alarms);
  if (problems.length > 0) process.exitCode = 1;
  for (const problem of problems) console.error(`FAILED: ${problem}`);
  if (problems.length === 0)
    console.log("\nEvery call settled and told the truth, and nothing was left over.");
}

try {
  const args = readArguments();
  if (args === "help") process.stdout.write(USAGE);
  else await main(args);
} catch (error) {
  console.error(error instanceof WrongArgument ? `soak: ${error.message}` : error);
  process.exitCode = 2;
}
