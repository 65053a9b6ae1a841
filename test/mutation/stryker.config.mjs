/** `npm run mutation`: changes the sources in a copy, one spot at a time, and lists the changes that no test notices. */
import { tmpdir } from "node:os";
import { join } from "node:path";

export default {
  mutate: [
    "{src,mocks}/**/*.ts",
    "!mocks/cli.ts", // By command.config.mjs.
    "!mocks/node-require.ts", // CommonJS, of the built package alone: test/package/package.test.ts.
  ],
  plugins: ["@stryker-mutator/vitest-runner", "./test/mutation/message-texts.mjs"],
  ignorers: ["message-texts"],
  testRunner: "vitest",
  // In processes, since a thread has no time zone of its own, which a test sets.
  vitest: { configFile: "test/mutation/vitest.config.ts", related: false, pool: "forks" },
  coverageAnalysis: "perTest",
  concurrency: 2,
  timeoutMS: 60_000, // What waits is ended by its own test; only an endless loop meets this.
  thresholds: { high: 95, low: 85, break: 85 },
  ignorePatterns: [
    "**",
    "!{src,mocks,docs,test}/**",
    "!{package,tsconfig}.json",
    "test/{browsers,consumers,runtimes}/**",
  ],
  cleanTempDir: "always",
  tempDirName: join(tmpdir(), `plant-store-sdk-mutation-${process.pid}`),
  reporters: ["progress-append-only", "clear-text", "html", "json"],
  clearTextReporter: { allowColor: false, reportTests: false },
  htmlReporter: { fileName: "coverage/mutation/sources.html" },
  jsonReporter: { fileName: "coverage/mutation/sources.json" },
};
