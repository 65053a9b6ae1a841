/**
 * What the SDK costs beside bare `fetch` and beside ky and Zod by hand, and what the reference store costs beside bare
 * node:http: run by `npm run bench`, in about five minutes; `npm run bench mock` is the store alone.
 * The targets are information: a busy machine must not fail a build.
 */
import { BUDGET, measureApp } from "../scripts/size.ts";
import { formatTable } from "../test/support/format-table.ts";
import { names } from "./contestants.ts";
import { measureImports } from "./import-time.ts";
import { measureMemory, measurePorts, measureReady, measureStoreFetch } from "./mock.ts";
import { median, medianRatio, type Rounds } from "./rounds.ts";
import { CONCURRENCY, measureLoopback, measureStub } from "./speed.ts";

/** Medians, and each contestant's ratio to `fetch` and to ky by hand. */
function compare(unit: string, figures: Rounds<(typeof names)[number]>, digits: number): string {
  const rows = names.map((name) => [
    name,
    median(figures[name]).toFixed(digits),
    medianRatio(figures[name], figures["bare fetch"]).toFixed(2),
    medianRatio(figures[name], figures["plain ky + zod/mini"]).toFixed(2),
  ]);
  return formatTable([["", unit, "× bare", "× plain"], ...rows]);
}

async function compareSizes(): Promise<string> {
  const apps: [string, string, string][] = [
    ["bare fetch", "bare", "./benchmarks/bare.ts"],
    ["plain ky + zod/mini", "plain", "./benchmarks/plain.ts"],
    ["this SDK, createPlant", "createPlant", "plant-store-sdk"],
    ["this SDK, PlantStoreClient", "PlantStoreClient", "plant-store-sdk"],
  ];
  const rows = apps.map(async ([name, exported, module]) => {
    const { minified, gzipped } = await measureApp(exported, module);
    return [name, String(minified), String(gzipped)];
  });
  return formatTable([["", "minified", "gzipped"], ...(await Promise.all(rows))]);
}

/** Medians, and how much each is more than the first. */
function compareMore(figures: Rounds<string>): string {
  const [reference = []] = Object.values(figures);
  const rows = Object.entries(figures).map(([name, times]) => {
    const more = median(times.map((time, round) => time - (reference[round] ?? Number.NaN)));
    return [name, median(times).toFixed(1), more.toFixed(1)];
  });
  return formatTable([["", "ms", "more"], ...rows]);
}

/** Medians, and each one's ratio to the first. */
function compareRatio(unit: string, figures: Rounds<string>, digits: number): string {
  const [[first, reference] = ["", []]] = Object.entries(figures);
  const rows = Object.entries(figures).map(([name, values]) => [
    name,
    median(values).toFixed(digits),
    medianRatio(values, reference).toFixed(2),
  ]);
  return formatTable([["", unit, `× ${first}`], ...rows]);
}

async function compareMemory(): Promise<string> {
  const servers = ["bare node:http", "plant-store-mock", "listen"];
  const rows: string[][] = [];
  for (const server of servers) {
    const figures = await measureMemory(server, 4, 100_000);
    rows.push([server, ...figures.map((megabytes) => megabytes.toFixed(0))]);
  }
  return formatTable([["MB after", "100,000", "200,000", "300,000", "400,000"], ...rows]);
}

function print(title: string, target: string, table: string): void {
  console.log(`\n${title}${target && `\n(target: ${target})`}\n${table}`);
}

console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}. Figures are medians of interleaved rounds.`,
);
if (process.argv[2] !== "mock") await benchClient();
await benchMock();

async function benchClient(): Promise<void> {
  print(
    "Time a call over a stubbed fetch",
    "this SDK ≤ 0.60 × plain",
    compare("µs a call", await measureStub(), 1),
  );
  print(
    `Calls a second over loopback, ${CONCURRENCY} at a time`,
    "this SDK ≥ 1.10 × plain and ≥ 0.60 × bare",
    compare("calls/s", await measureLoopback(), 0),
  );
  print("Size of an app, bytes", `gzipped ≤ ${BUDGET}`, await compareSizes());
  print("Time of a fresh process that imports", "", compareMore(await measureImports()));
}

async function benchMock(): Promise<void> {
  print(
    "Time a call of store.fetch",
    "≤ 2.50 × the bare work",
    compareRatio("µs a call", await measureStoreFetch(), 1),
  );
  print(
    "Time from start to the ready line",
    "plant-store-mock ≤ 250 ms more than node -e 0",
    compareMore(await measureReady()),
  );
  print(
    `Requests a second on a port, ${CONCURRENCY} at a time`,
    "plant-store-mock ≥ 0.30 × bare",
    compareRatio("requests/s", await measurePorts(), 0),
  );
  if (process.platform === "linux")
    print("Resident memory after so many requests", "≤ 120 MB, and flat", await compareMemory());
}
