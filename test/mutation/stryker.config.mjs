/** `npm run mutation`, first run: the code whose tests run in the process of Vitest. */
import { tmpdir } from "node:os";
import { join } from "node:path";

export default {
  mutate: ["{src,mocks}/**/*.ts", "!mocks/page/**", "cli/plants-file.ts"], // command.config.mjs mutates cli/mock.ts.
  plugins: ["@stryker-mutator/vitest-runner", "./test/mutation/message-texts.mjs"],
  ignorers: ["message-texts"],
  testRunner: "vitest",
  // Processes, not threads: a test sets the time zone, which threads share.
  vitest: { configFile: "test/mutation/vitest.config.ts", related: false, pool: "forks" },
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 60_000, // Each test has a shorter timeout, so only an endless loop takes this long.
  thresholds: { high: 95, low: 85, break: 85 },
  ignorePatterns: [
    "**",
    "!{src,mocks,cli,docs,scripts,test}/**",
    "!{package,tsconfig}.json",
    "!vitest.config.ts",
    "test/{browsers,consumers,runtimes}/**",
  ],
  cleanTempDir: "always",
  tempDirName: join(tmpdir(), `plant-store-sdk-mutation-${process.pid}`),
  reporters: ["progress-append-only", "clear-text", "html", "json"],
  clearTextReporter: { allowColor: false, reportTests: false },
  htmlReporter: { fileName: "coverage/mutation/sources.html" },
  jsonReporter: { fileName: "coverage/mutation/sources.json" },
};
