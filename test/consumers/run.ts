/**
 * The packed package as its users meet it: small applications that install it from its tarball and must compile, bundle,
 * and pass under each compiler, bundler and test runner.
 *
 *     npm run test:consumers -- [--keep] [words of a cell's name]
 *
 * `--keep` keeps the folder with the applications, to look into one that fails.
 */
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formatTable } from "../support/format-table.ts";
import { packPackage } from "../support/npm.ts";
import { bare } from "./bare/cells.ts";
import { bundlers } from "./bundlers/cells.ts";
import type { Cell } from "./cell.ts";
import { type Group, installGroup } from "./install.ts";
import { next } from "./next/cells.ts";
import { runners, runnersWithMsw2 } from "./runners/cells.ts";
import { typescript, typescriptOfOld } from "./typescript/cells.ts";

/** The longest first, so that the lanes end together. */
const GROUPS = [typescript, runners, next, bundlers, typescriptOfOld, runnersWithMsw2, bare];
/** How many groups run side by side. */
const LANES = 2;

interface Result {
  name: string;
  failed: boolean;
  seconds: string;
  /** What is worth telling, or why it failed. */
  note: string;
}

const { values, positionals } = parseArgs({
  options: { keep: { type: "boolean", default: false } },
  allowPositionals: true,
});
const wanted = positionals.join(" ").toLowerCase();
const groups = GROUPS.map((group) => ({
  ...group,
  cells: group.cells.filter(({ name }) => `${group.name}: ${name}`.toLowerCase().includes(wanted)),
})).filter(({ cells }) => cells.length > 0);
const began = performance.now();
const folder = await mkdtemp(join(tmpdir(), "plant-store-consumers-"));
process.on("exit", () => {
  if (values.keep) console.log(`The applications are in ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
});
process.once("SIGINT", () => process.exit(130));
report(await runAll(groups, folder));

async function runAll(groups: Group[], folder: string): Promise<Result[]> {
  const tarball = await packPackage(folder);
  const waiting = groups.values();
  const results: Result[] = [];
  const lane = async () => {
    for (const group of waiting) {
      for await (const result of runGroup(group, folder, tarball)) results.push(tell(result));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const order = groups.flatMap(({ name, cells }) => cells.map((cell) => `${name}: ${cell.name}`));
  return results.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

/** Where the packages cannot be installed, every cell of the group has failed. */
async function* runGroup(group: Group, root: string, tarball: string): AsyncGenerator<Result> {
  const installing = performance.now();
  const installed = await installGroup(group, root, tarball).catch((cause: Error) => cause);
  if (typeof installed === "string") console.log(`${group.name}: installed in ${since(installing)} s`);
  for (const cell of group.cells) {
    const run = async () => {
      if (installed instanceof Error) throw new Error(`the packages: ${installed.message}`);
      return cell.run(installed);
    };
    yield await measure(`${group.name}: ${cell.name}`, { ...cell, run: () => run() });
  }
}

async function measure(name: string, { limit = "", run }: Pick<Cell, "limit"> & { run(): Promise<string> }) {
  const began = performance.now();
  try {
    const note = [await run(), limit].filter(Boolean).join(". ");
    return { name, failed: false, seconds: since(began), note };
  } catch (error) {
    return { name, failed: true, seconds: since(began), note: (error as Error).message };
  }
}

function tell(result: Result): Result {
  const { name, failed, seconds, note } = result;
  console.log(`${failed ? "FAILED" : "passed"}  ${name} (${seconds} s)${failed ? `\n${note}\n` : ""}`);
  return result;
}

function report(results: Result[]): void {
  const rows = results.map(({ name, failed, seconds, note }) => [
    name,
    seconds,
    failed ? "FAILED" : "passed",
    failed ? "" : note,
  ]);
  // The last column is text: it stays as it is, behind the table.
  const table = formatTable([["cell", "s", "result"], ...rows.map((row) => row.slice(0, 3))]).split("\n");
  console.log(
    `\n${table.map((line, index) => `${line}  ${rows[index - 1]?.[3] ?? ""}`.trimEnd()).join("\n")}\n`,
  );

  const failed = results.filter((result) => result.failed).length;
  console.log(`Took ${since(began)} s.`);
  console.log(`${results.length - failed} passed, ${failed} failed`);
  if (results.length === 0) {
    const names = GROUPS.map(({ name }) => name).join(", ");
    console.error(`No cell has "${positionals.join(" ")}" in its name. The groups are ${names}.`);
  }
  process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
}

function since(began: number): string {
  return ((performance.now() - began) / 1000).toFixed(1);
}
