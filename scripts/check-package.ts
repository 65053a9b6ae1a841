/** Packs the built package, and checks the tarball with publint and attw, and the size of an application. */
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { packPackage } from "./pack.ts";

const root = resolve(import.meta.dirname, "..");

/** Runs a program in the project's folder, and shows its output. */
export function run(program: string, args: string[], env: Record<string, string> = {}): void {
  console.log(`\n> ${[program, ...args].join(" ").replaceAll(`${root}/`, "")}`);
  execFileSync(program, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
}

export function checkPackage(tarball: string): void {
  run("publint", ["--strict", tarball]);
  run("attw", [tarball, "--profile", "node16"]);
  run("node", ["scripts/size.ts"]);
}

if (import.meta.main) checkPackage(await packPackage());
