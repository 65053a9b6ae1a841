/**
 * Prints the last line of a test run, "12 passed, 0 failed", from Vitest's JSON reports. Nothing else goes to standard
 * output. Lists skipped tests and problems on standard error.
 */
import { existsSync, readFileSync } from "node:fs";
import { missingRequirements } from "../test/support/installed-programs.ts";

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  /** Also false if a file could not be loaded, or an error occurred outside of a test. */
  success: boolean;
}

const paths = process.argv.slice(2);
const missingReports = paths.filter((path) => !existsSync(path));
const reports = paths
  .filter((path) => !missingReports.includes(path))
  .map((path): Report => JSON.parse(readFileSync(path, "utf8")));
const passed = sum(reports.map(({ numPassedTests }) => numPassedTests));
const failed = sum(reports.map(({ numFailedTests }) => numFailedTests));

const missingPrograms = missingRequirements().map(({ name }) => name);
if (missingPrograms.length > 0) {
  const names = new Intl.ListFormat("en").format(missingPrograms);
  console.error(
    `Not installed: ${names}. Tests that need them were skipped. To run them: \`npm run setup:browsers && npm test\`.`,
  );
}
console.log(`${passed} passed, ${failed} failed`);

const problem = findProblem();
if (problem !== undefined) {
  console.error(problem);
  process.exitCode = 1;
}

/** Returns why the run failed, or `undefined` if it passed. */
function findProblem(): string | undefined {
  if (missingReports.length > 0)
    return `Test report not found: ${missingReports.join(" and ")}. Run \`npm test\`.`;
  if (passed + failed === 0) return "No test ran.";
  return failed === 0 && reports.every(({ success }) => success)
    ? undefined
    : "The run failed. See the output of Vitest above.";
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
