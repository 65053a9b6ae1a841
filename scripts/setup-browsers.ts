/** Installs missing browsers and other programs that the tests need: `npm run setup:browsers`. */
import { spawnSync } from "node:child_process";
import { findProgram, missingPackages } from "./installed-programs.ts";

const missing = missingPackages();
const isRoot = process.getuid?.() === 0;

if (missing.length === 0) {
  console.log("All browsers and programs that the tests need are installed.");
} else if (isRoot && findProgram("apt-get") !== undefined) {
  run("apt-get", "update", "--quiet");
  run("apt-get", "install", "--quiet", "--yes", "--no-install-recommends", ...missing);
} else {
  console.error(
    `Install these Debian packages, or their equivalents on your system: ${missing.join(", ")}. On Debian, this script does it as root.`,
  );
  process.exitCode = 1;
}

function run(program: string, ...args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync(program, args, { stdio: "inherit", env });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed with exit code ${status}.`);
}
