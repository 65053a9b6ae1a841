/** Measures how long it takes to load a module, each time in a new process. */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { type Rounds, runRounds } from "./rounds.ts";

const ROUNDS = 21;

const programs = {
  nothing: "",
  "ky + zod/mini": 'import "ky"; import "zod/mini";',
  openai: 'import "openai";',
  octokit: 'import "octokit";',
  "this SDK": 'import "plant-store-sdk";',
};

type Program = keyof typeof programs;

/** Milliseconds from start to exit of a process that runs one of the programs. */
export function measureLoadTime(): Promise<Rounds<Program>> {
  const root = resolve(import.meta.dirname, ".."); // Here, the package can import itself by its name.
  return runRounds(Object.keys(programs) as Program[], ROUNDS, (name) => {
    const start = performance.now();
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", programs[name]],
      { cwd: root, encoding: "utf8" },
    );
    const duration = performance.now() - start;
    if (status !== 0) throw new Error(`importing ${name} failed: ${stderr}`);
    return duration;
  });
}
