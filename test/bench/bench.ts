/**
 * What the SDK costs beside bare `fetch` and beside ky and Zod by hand: run by `npm run bench`, in about a minute.
 * The targets are information: a busy machine must not fail a build.
 */
import { BUDGET, measureApp } from "../size.ts";
import { names } from "./contestants.ts";
import { measureImports } from "./import-time.ts";
import { median, medianRatio, type Rounds } from "./rounds.ts";
import { CONCURRENCY, measureLoopback, measureStub } from "./speed.ts";
import { formatTable } from "./table.ts";

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
    ["bare fetch", "bare", "./test/bench/bare.ts"],
    ["plain ky + zod/mini", "plain", "./test/bench/plain.ts"],
    ["this SDK, createPlant", "createPlant", "plant-store-sdk"],
    ["this SDK, PlantStoreClient", "PlantStoreClient", "plant-store-sdk"],
  ];
  const rows = apps.map(async ([name, exported, module]) => {
    const { minified, gzipped } = await measureApp(exported, module);
    return [name, String(minified), String(gzipped)];
  });
  return formatTable([["", "minified", "gzipped"], ...(await Promise.all(rows))]);
}

async function compareImports(): Promise<string> {
  const figures = await measureImports();
  const rows = Object.entries(figures).map(([name, times]) => {
    const cost = median(times.map((time, round) => time - (figures.nothing[round] ?? Number.NaN)));
    return [name, median(times).toFixed(1), cost.toFixed(1)];
  });
  return formatTable([["", "ms", "− nothing"], ...rows]);
}

function print(title: string, target: string, table: string): void {
  console.log(`\n${title}${target && `\n(target: ${target})`}\n${table}`);
}

console.log(
  `Node ${process.version}, ${process.platform} ${process.arch}. Figures are medians of interleaved rounds.`,
);
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
print("Time of a fresh process that imports", "", await compareImports());
