/** Mutates the code whose tests run in the process of Vitest. */
import { globSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** `MUTATION_SAMPLE=20` mutates 4 of every 80 lines. */
function sample(files) {
  const { MUTATION_SAMPLE } = process.env;
  if (MUTATION_SAMPLE === undefined) return files;
  const step = 4 * Number(MUTATION_SAMPLE);
  const ranges = [];
  for (const [index, file] of globSync(files).sort().entries()) {
    const { length } = readFileSync(file, "utf8").split("\n");
    for (let line = 1 + ((7 * index) % step); line < length; line += step) {
      ranges.push(`${file}:${line}-${line + 3}`);
    }
  }
  return ranges;
}

export default {
  mutate: sample([
    "src/**/*.ts",
    "mocks/{,adapters/,http/,parts/,remote/,service/}*.ts",
    "tools/{check,import}/**/*.ts",
    "tools/mock/*.ts",
    "tools/terminal/!(command).ts",
  ]),
  plugins: ["@stryker-mutator/vitest-runner", "./test/mutation/message-texts.mjs"],
  ignorers: ["message-texts"],
  testRunner: "vitest",
  // Processes, not threads: a test sets the time zone, which threads share.
  vitest: { configFile: "test/mutation/vitest.config.ts", related: false, pool: "forks" },
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 60_000, // Each test has a shorter timeout, so only an endless loop takes this long.
  thresholds: { high: 95, low: 80, break: 80 },
  ignorePatterns: [
    "**",
    "!{src,mocks,tools,dist,docs,scripts,test}/**",
    "!{package,tsconfig}.json",
    "!vitest.config.ts",
    "test/{browsers,consumers,runtimes}/**",
    "test/mutation/node_modules/**",
  ],
  cleanTempDir: "always",
  tempDirName: join(tmpdir(), `plant-store-sdk-mutation-${process.pid}`),
  reporters: ["progress-append-only", "clear-text", "html", "json"],
  clearTextReporter: { allowColor: false, reportTests: false },
  htmlReporter: { fileName: "coverage/mutation/report.html" },
  jsonReporter: { fileName: "coverage/mutation/report.json" },
};
