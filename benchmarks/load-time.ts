/** Measures how long it takes to load a module, each time in a new process. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { installLocked } from "../scripts/npm.ts";
import { type Rounds, runRounds } from "./rounds.ts";

const ROUNDS = 21;

/** Here, the package can import itself by its name. */
const root = resolve(import.meta.dirname, "..");
const otherSdks = resolve(import.meta.dirname, "other-sdks");

const programs = {
  nothing: { code: "", cwd: root },
  "ky + zod/mini": { code: 'import "ky"; import "zod/mini";', cwd: root },
  openai: { code: 'import "openai";', cwd: otherSdks },
  octokit: { code: 'import "octokit";', cwd: otherSdks },
  "this SDK": { code: 'import "plant-store-sdk";', cwd: root },
};

type Program = keyof typeof programs;

/** Milliseconds from start to exit of a process that runs one of the programs. */
export async function measureLoadTime(): Promise<Rounds<Program>> {
  await installLocked(otherSdks);
  return runRounds(Object.keys(programs) as Program[], ROUNDS, (name) => {
    const { code, cwd } = programs[name];
    const args = ["--input-type=module", "--eval", code];
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
    const duration = performance.now() - start;
    if (status !== 0) throw new Error(`importing ${name} failed: ${stderr}`);
    return duration;
  });
}
