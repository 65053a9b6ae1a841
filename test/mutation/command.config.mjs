/** The rest of `npm run mutation`: the command, whose tests run it in a process of its own, where nothing counts what they cover. */
import inProcess from "./stryker.config.mjs";

export default {
  ...inProcess,
  mutate: ["cli/**/*.ts"],
  vitest: { ...inProcess.vitest, configFile: "test/mutation/command.vitest.config.ts" },
  coverageAnalysis: "off",
  htmlReporter: { fileName: "coverage/mutation/command.html" },
  jsonReporter: { fileName: "coverage/mutation/command.json" },
};
