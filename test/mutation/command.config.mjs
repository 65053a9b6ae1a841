/** `npm run mutation`, second run: the command. Its tests run it in child processes, without coverage per test. */
import base, { sample } from "./stryker.config.mjs";

export default {
  ...base,
  mutate: sample(["cli/mock.ts", "cli/mock/{arguments,environment,request-log}.ts"]),
  vitest: { ...base.vitest, configFile: "test/mutation/command.vitest.config.ts" },
  coverageAnalysis: "off",
  htmlReporter: { fileName: "coverage/mutation/command.html" },
  jsonReporter: { fileName: "coverage/mutation/command.json" },
};
