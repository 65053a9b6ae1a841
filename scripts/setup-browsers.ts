/** Installs the browsers, and the one other program, that tests use and this machine lacks: `npm run setup:browsers`. */
import { spawnSync } from "node:child_process";
import { findProgram, missingRequirements } from "../test/support/installed-programs.ts";

const missing = missingRequirements().flatMap(({ packages }) => packages);
const isRoot = process.getuid?.() === 0;

if (missing.length === 0) {
  console.log("Every browser and program that the tests use is installed.");
} else if (isRoot && findProgram("apt-get") !== undefined) {
  run("apt-get", "update", "--quiet");
  run("apt-get", "install", "--quiet", "--yes", "--no-install-recommends", ...missing);
} else {
  console.error(`Install these with your system's package manager, then try again: ${missing.join(", ")}.`);
  process.exitCode = 1;
}

function run(program: string, ...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync(program, args, { stdio: "inherit", env });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed with exit code ${status}.`);
}
