/**
 * Runs one smoke program, on the packed package, in every runtime, and prints a table of what works where. It fails where
 * a check does not go as it should, or not as the documented deviations say.
 */
import { rmSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatTable } from "../support/format-table.ts";
import { installLocked, npm, packPackage } from "../support/npm.ts";
import { type Deviation, deviations } from "./deviations.ts";
import { type Results, runSmoke } from "./run-smoke.ts";
import { listRuntimes, type Runtime } from "./runtimes.ts";

const folder = import.meta.dirname;

/** Runs the smoke program in each runtime, from an application that has the packed package and nothing of the project. */
async function runEverywhere(runtimes: Runtime[]): Promise<Results[]> {
  const app = await mkdtemp(join(tmpdir(), "plant-store-runtimes-"));
  process.on("exit", () => rmSync(app, { recursive: true, force: true }));
  await cp(join(folder, "app"), app, { recursive: true });
  await npm(app, "install", await packPackage(app));
  const mocks = createRequire(join(app, "package.json"))("plant-store-sdk/mocks/server");
  const results: Results[] = [];
  for (const runtime of runtimes) {
    console.error(`${runtime.name} ${runtime.version} (${runtime.format})`);
    results.push(await runSmoke(runtime, app, mocks));
  }
  return results;
}

interface Cell {
  mark: string;
  /** What is wrong, in words. */
  fault?: string;
}

const WRONG = "FAILED";
const footnotes: Deviation[] = [];

function judge({ name, format }: Runtime, check: string, result: string | undefined): Cell {
  if (result === undefined) return { mark: WRONG }; // The program did not come so far; the fault of "ends" says why.
  const deviation = deviations.find(({ runtime, checks }) => runtime === name && checks.includes(check));
  const fault = `${name} (${format}), ${check}: ${result}`;
  if (deviation === undefined) return result === "ok" ? { mark: "ok" } : { mark: WRONG, fault };
  if (!result.startsWith(deviation.result))
    return { mark: WRONG, fault: `${fault}\nDocumented is: ${deviation.result}` };
  if (!footnotes.includes(deviation)) footnotes.push(deviation);
  return { mark: `[${footnotes.indexOf(deviation) + 1}]` };
}

process.once("SIGINT", () => process.exit(130));
await installLocked(folder);
const runtimes = listRuntimes();
const results = await runEverywhere(runtimes);
const checks = [...new Set(results.flatMap(Object.keys))];
const rows = checks.map((check) =>
  runtimes.map((runtime, column) => judge(runtime, check, results[column]?.[check])),
);
const cells = rows.flat();
const failed = cells.filter(({ mark }) => mark === WRONG).length;

const table = formatTable([
  ["", ...runtimes.map(({ name }) => name)],
  ["", ...runtimes.map(({ version }) => version)],
  ["", ...runtimes.map(({ format }) => format)],
  ...rows.map((row, index) => [checks[index] ?? "", ...row.map(({ mark }) => mark)]),
]);
const notes = footnotes.map(({ runtime, reason }, index) => `[${index + 1}] ${runtime}: ${reason}`);
const faults = cells.flatMap(({ fault }) => fault ?? []);
console.log([table, notes.join("\n"), ...faults].join("\n\n"));
console.log(`\n${cells.length - failed} passed, ${failed} failed`);
if (failed > 0 || cells.length === 0) process.exitCode = 1;
