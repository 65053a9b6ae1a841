/**
 * The last line of a test run, "12 passed, 0 failed", from Vitest's JSON reports; nothing else on standard output.
 * On standard error it says what this machine left out.
 */
import { existsSync, readFileSync } from "node:fs";
import { missingRequirements } from "../test/support/installed-programs.ts";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  /** Also false where a file did not load, or an error belonged to no test. */
  success: boolean;
}

const paths = process.argv.slice(2);
const unwritten = paths.filter((path) => !existsSync(path));
const reports = paths
  .filter((path) => !unwritten.includes(path))
  .map((path): Report => JSON.parse(readFileSync(path, "utf8")));
const passed = sum(reports.map(({ numPassedTests }) => numPassedTests));
const failed = sum(reports.map(({ numFailedTests }) => numFailedTests));

const missing = missingRequirements().map(({ name }) => name);
if (missing.length > 0) {
  const names = new Intl.ListFormat("en").format(missing);
  console.error(
    `Left out, since this machine lacks them: the tests that need ${names}. To run them: \`npm run setup:browsers && npm test\`.`,
  );
}
console.log(`${passed} passed, ${failed} failed`);

const fault = findFault();
if (fault !== undefined) {
  console.error(fault);
  process.exitCode = 1;
}

/** Why the run does not count as passed. */
function findFault(): string | undefined {
  if (unwritten.length > 0) return `There is no test report at ${unwritten.join(" and ")}: run \`npm test\`.`;
  if (passed + failed === 0) return "No test ran.";
  return failed === 0 && reports.every(({ success }) => success)
    ? undefined
    : "The run failed: Vitest says above where.";
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
