/**
 * Prints "12 passed, 0 failed" from Vitest's JSON report as the last line of `npm test`. Fails if the run failed.
 * Usage: node scripts/print-test-count.ts coverage/tests.json
 */
import { readFileSync } from "node:fs";
import { findProgram } from "../test/support/installed-programs.ts";

const [path = ""] = process.argv.slice(2);
const { numPassedTests, numFailedTests, success } = JSON.parse(readFileSync(path, "utf8"));

for (const program of ["curl", "python3"]) {
  if (!findProgram(program))
    console.error(`Skipped the tests of the examples for ${program}, because it is not installed.`);
}
console.log(`${numPassedTests} passed, ${numFailedTests} failed`);
if (!success || numPassedTests === 0) process.exitCode = 1;
