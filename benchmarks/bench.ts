/**
 * Compares the SDK with bare `fetch` and with a client written by hand, the mock with bare node:http, and the import of
 * plants with a loop of `createPlant`.
 *
 * Each figure has a bottleneck. Of a server and a client, it is the process that keeps a core busy, so their shares of a
 * core are shown on Linux. If neither is near 100 %, the machine is busy with something else, or waits for its disk. The
 * other figures are measured in one process, which is their bottleneck.
 *
 * `npm run bench` takes about six minutes. `npm run bench mock` measures only the mock; `client` and `import` are the
 * other parts. A missed target does not fail the run, because the machine may be busy.
 */
import { styleText } from "node:util";
import { formatTable } from "../scripts/format-table.ts";
import { BUDGETS, measureApp } from "../scripts/size.ts";
import { names } from "./clients.ts";
import { CpuShares } from "./cpu-shares.ts";
import { measureImport, measureImportMemory, measureRerun, measureSync } from "./import.ts";
import { measureLoadTime } from "./load-time.ts";
import { measureMemory, measurePorts, measureReady, measureStoreFetch } from "./mock.ts";
import { median, medianDifference, medianRatio, type Rounds } from "./rounds.ts";
import { CONCURRENCY, measureLoopback, measureStub } from "./speed.ts";
import { formatTarget, summarizeTargets, type Target } from "./targets.ts";
import { wrk } from "./wrk.ts";

/** Medians, and the ratios to the two other clients. */
function compare(
  unit: string,
  figures: Rounds<(typeof names)[number]>,
  digits: number,
  shares?: CpuShares,
): string {
  const rows = names.map((name) => [
    name,
    median(figures[name]).toFixed(digits),
    medianRatio(figures[name], figures["bare fetch"]).toFixed(2),
    medianRatio(figures[name], figures["plain ky + zod/mini"]).toFixed(2),
    ...(shares?.cells(name) ?? []),
  ]);
  return formatTable([["", unit, "× bare", "× plain", ...(shares ? CpuShares.header : [])], ...rows]);
}

/** The sizes of apps, in bytes. */
function measureSizes(): Promise<{ name: string; minified: number; gzipped: number }[]> {
  const apps: [string, string, string][] = [
    ["bare fetch", "bare", "./benchmarks/bare.ts"],
    ["plain ky + zod/mini", "plain", "./benchmarks/plain.ts"],
    ["this SDK, createPlant", "createPlant", "plant-store-sdk"],
    ["this SDK, PlantStoreClient", "PlantStoreClient", "plant-store-sdk"],
  ];
  return Promise.all(
    apps.map(async ([name, exported, module]) => ({ name, ...(await measureApp(exported, module)) })),
  );
}

/** Medians, and the differences from the first. */
function compareDifference(figures: Rounds<string>): string {
  const [reference = []] = Object.values(figures);
  const rows = Object.entries(figures).map(([name, times]) => {
    return [name, median(times).toFixed(1), medianDifference(times, reference).toFixed(1)];
  });
  return formatTable([["", "ms", "difference"], ...rows]);
}

/** Medians, and the ratios to the first. */
function compareRatio(unit: string, figures: Rounds<string>, digits: number, shares?: CpuShares): string {
  const [[first, reference] = ["", []]] = Object.entries(figures);
  const rows = Object.entries(figures).map(([name, values]) => [
    name,
    median(values).toFixed(digits),
    medianRatio(values, reference).toFixed(2),
    ...(shares?.cells(name) ?? []),
  ]);
  return formatTable([["", unit, `× ${first}`, ...(shares ? CpuShares.header : [])], ...rows]);
}

function print(title: string, table: string, ...targets: Target[]): void {
  console.log(["", styleText("bold", title), table, ...targets.map(formatTarget)].join("\n"));
}

console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}. Figures are medians of interleaved rounds.`,
);
const [, , only] = process.argv;
if (only === undefined || only === "client") await benchClient();
if (only === undefined || only === "mock") await benchMock();
if (only === undefined || only === "import") await benchImport();
console.log(`\n${summarizeTargets()}`);

async function benchClient(): Promise<void> {
  const sdk = "this SDK";
  const stub = await measureStub();
  print("Time per call with a stubbed fetch", compare("µs per call", stub, 1), {
    name: sdk,
    figure: medianRatio(stub[sdk], stub["plain ky + zod/mini"]),
    relation: "≤",
    limit: 0.5,
    unit: "× plain",
  });
  const { loopback, shares } = await measureLoopback();
  print(
    `Calls per second over loopback, ${CONCURRENCY} concurrent`,
    compare("calls/s", loopback, 0, shares),
    {
      name: sdk,
      figure: medianRatio(loopback[sdk], loopback["plain ky + zod/mini"]),
      relation: "≥",
      limit: 1.1,
      unit: "× plain",
    },
    {
      name: sdk,
      figure: medianRatio(loopback[sdk], loopback["bare fetch"]),
      relation: "≥",
      limit: 0.6,
      unit: "× bare",
    },
  );
  const sizes = await measureSizes();
  const targets = Object.entries(BUDGETS).map(([exported, limit]): Target => {
    const name = `this SDK, ${exported}`;
    const figure = sizes.find((size) => size.name === name)?.gzipped ?? Number.NaN;
    return { name, figure, relation: "≤", limit, unit: "bytes gzipped" };
  });
  const rows = sizes.map(({ name, minified, gzipped }) => [name, String(minified), String(gzipped)]);
  print("Size of an app, bytes", formatTable([["", "minified", "gzipped"], ...rows]), ...targets);
  const load = await measureLoadTime();
  const more = (name: keyof typeof load) => medianDifference(load[name], load.nothing);
  print(
    "Time to load a module in a new process",
    compareDifference(load),
    ...(["openai", "octokit"] as const).map((other): Target => {
      return {
        name: "this SDK",
        figure: more("this SDK") / more(other),
        relation: "≤",
        limit: 0.3,
        unit: `× ${other}`,
      };
    }),
  );
}

async function benchMock(): Promise<void> {
  const fetch = await measureStoreFetch();
  print("Time per call of store.fetch", compareRatio("µs per call", fetch, 1), {
    name: "store.fetch",
    figure: medianRatio(fetch["store.fetch"], fetch.minimum),
    relation: "≤",
    limit: 2.5,
    unit: "× minimum",
  });
  const command = "plant-store-mock";
  const ready = await measureReady();
  print("Time from the start of the process until it is ready", compareDifference(ready), {
    name: command,
    figure: medianDifference(ready[command], ready["node -e 0"]),
    relation: "≤",
    limit: 100,
    unit: "ms more than node -e 0",
  });
  if (wrk === undefined) {
    console.log("\nThe port and its memory were not measured, because wrk is missing: apt-get install wrk");
    return;
  }
  const { ports, shares } = await measurePorts();
  print(
    `Requests per second to an HTTP server, by wrk with ${CONCURRENCY} connections`,
    compareRatio("requests/s", ports, 0, shares),
    ...[command, "listen"].map((name): Target => {
      const figure = medianRatio(ports[name], ports["bare node:http"]);
      return { name, figure, relation: "≥", limit: 0.65, unit: "× bare" };
    }),
  );
  if (process.platform === "linux") await benchMemory();
}

async function benchMemory(): Promise<void> {
  const rows: string[][] = [];
  const targets: Target[] = [];
  const limits: Record<string, number> = { "plant-store-mock": 140, listen: 250 };
  for (const name of ["bare node:http", "plant-store-mock", "listen"]) {
    const figures = await measureMemory(name, 4, 100_000);
    rows.push([name, ...figures.map((megabytes) => megabytes.toFixed(0))]);
    const figure = figures.at(-1) ?? Number.NaN;
    const limit = limits[name];
    if (limit !== undefined) targets.push({ name, figure, relation: "≤", limit, unit: "MB" });
  }
  const header = ["MB after", "100,000", "200,000", "300,000", "400,000"];
  print("Resident memory after a number of requests", formatTable([header, ...rows]), ...targets);
}

async function benchImport(): Promise<void> {
  const sync = await measureSync();
  const { rates, shares } = await measureImport();
  print(
    `Plants per second over loopback; the disk takes ${sync.toFixed(2)} ms to sync a line`,
    compareRatio("plants/s", rates, 0, shares),
    {
      name: "the command",
      figure: medianRatio(rates["the command"], rates.createPlant),
      relation: "≥",
      limit: 0.82,
      unit: "× createPlant",
    },
  );
  const rows = 1_000_000;
  const { command, parse } = await measureRerun(rows);
  const times = formatTable([
    ["1,000,000 done rows", "s"],
    ["the command", command.toFixed(1)],
    ["parsing its input", parse.toFixed(1)],
  ]);
  print("A run with nothing to do", times, {
    name: "the command",
    figure: command / parse,
    relation: "≤",
    limit: 7,
    unit: "× parsing",
  });
  const figure = await measureImportMemory(rows);
  const table = formatTable([
    ["rows", "MB"],
    [rows.toLocaleString("en-US"), figure.toFixed(0)],
  ]);
  print("Resident memory of the command", table, {
    name: "import",
    figure,
    relation: "≤",
    limit: 150,
    unit: "MB",
  });
}
