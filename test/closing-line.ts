/**
 * The last line of a test run, "12 passed, 0 failed", from Vitest's JSON report; nothing else on standard output.
 * On standard error it says what this machine left out.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { findChromium, findProgram } from "./machine.ts";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  /** Also false where a file did not load, or an error belonged to no test. */
  success: boolean;
}

/** Why the run does not count as passed. */
function findFault({ numPassedTests, numFailedTests, success }: Report): string | undefined {
  if (numPassedTests + numFailedTests === 0) return "No test ran.";
  return success && numFailedTests === 0 ? undefined : "The run failed: Vitest says above where.";
}

const path = process.argv[2] ?? resolve(import.meta.dirname, "../coverage/tests.json");

const missing = [findChromium() ? "" : "Chromium", findProgram("curl") ? "" : "curl"].filter(Boolean);
if (missing.length > 0) {
  const names = missing.join(" and ");
  console.error(`Not found, and its tests left out: ${names}. \`npm run setup:browsers\` installs it.`);
}
if (existsSync(path)) {
  const report: Report = JSON.parse(readFileSync(path, "utf8"));
  console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`);
  fail(findFault(report));
} else {
  fail(`There is no test report at ${path}: run \`npm run test:run\` first.`);
}

function fail(fault: string | undefined): void {
  if (fault === undefined) return;
  console.error(fault);
  process.exitCode = 1;
}
