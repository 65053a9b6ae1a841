/**
 * Compares the SDK with bare `fetch` and with a client written by hand, and the mock with bare node:http.
 *
 * `npm run bench` takes about six minutes. `npm run bench mock` measures only the mock; `client` and `import` are the
 * other parts. A missed target does not fail the run, because the machine may be busy.
 */
import { BUDGET, measureApp } from "../scripts/size.ts";
import { formatTable } from "../test/support/format-table.ts";
import { names } from "./clients.ts";
import { measureImport, measureImportMemory, measureSync } from "./import.ts";
import { measureImports } from "./import-time.ts";
import { measureMemory, measurePorts, measureReady, measureStoreFetch } from "./mock.ts";
import { median, medianRatio, type Rounds } from "./rounds.ts";
import { CONCURRENCY, measureLoopback, measureStub } from "./speed.ts";

/** Medians, and the ratios to the two other clients. */
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

/** Medians, and the differences from the first. */
function compareDifference(figures: Rounds<string>): string {
  const [reference = []] = Object.values(figures);
  const rows = Object.entries(figures).map(([name, times]) => {
    const difference = median(times.map((time, round) => time - (reference[round] ?? Number.NaN)));
    return [name, median(times).toFixed(1), difference.toFixed(1)];
  });
  return formatTable([["", "ms", "difference"], ...rows]);
}

/** Medians, and the ratios to the first. */
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
const [, , only] = process.argv;
if (only === undefined || only === "client") await benchClient();
if (only === undefined || only === "mock") await benchMock();
if (only === undefined || only === "import") await benchImport();

async function benchClient(): Promise<void> {
  print(
    "Time per call with a stubbed fetch",
    "this SDK ≤ 0.60 × plain",
    compare("µs per call", await measureStub(), 1),
  );
  print(
    `Calls per second over loopback, ${CONCURRENCY} concurrent`,
    "this SDK ≥ 1.10 × plain and ≥ 0.60 × bare",
    compare("calls/s", await measureLoopback(), 0),
  );
  print("Size of an app, bytes", `gzipped ≤ ${BUDGET}`, await compareSizes());
  print("Time of a new process that imports", "", compareDifference(await measureImports()));
}

async function benchMock(): Promise<void> {
  print(
    "Time per call of store.fetch",
    "≤ 2.50 × minimum",
    compareRatio("µs per call", await measureStoreFetch(), 1),
  );
  print(
    "Time from the start of the process until it is ready",
    "plant-store-mock: difference ≤ 250 ms",
    compareDifference(await measureReady()),
  );
  print(
    `Requests per second to an HTTP server, ${CONCURRENCY} concurrent`,
    "plant-store-mock ≥ 0.45 × bare",
    compareRatio("requests/s", await measurePorts(), 0),
  );
  if (process.platform === "linux")
    print(
      "Resident memory after a number of requests",
      "plant-store-mock ≤ 160 MB, without growth",
      await compareMemory(),
    );
}

async function benchImport(): Promise<void> {
  const sync = await measureSync();
  print(
    `Plants per second into the mock on a port; the disk takes ${sync.toFixed(2)} ms to sync a line`,
    "importPlants ≥ 0.85 × createPlant",
    compareRatio("plants/s", await measureImport(), 0),
  );
  const rows = 1_000_000;
  const memory = await measureImportMemory(rows);
  print(
    "Resident memory of the command",
    "≤ 150 MB",
    formatTable([
      ["rows", "MB"],
      [rows.toLocaleString("en-US"), memory.toFixed(0)],
    ]),
  );
}
