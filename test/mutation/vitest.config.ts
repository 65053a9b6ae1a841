/** Vitest configuration for stryker.config.mjs: the tests that run the sources in their own process. */
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import project from "../../vitest.config.ts";

/** Files with real waits or sockets. They run last, because a mutant is finished when the first test fails. */
const SLOW = /commands|adapters|admin|remote|connection-failures|server|hostile|waits|tls|state|aborts/;

class FastFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(SLOW.test(moduleId));
    return [...files].sort((a, b) => isSlow(a) - isSlow(b));
  }
}

/** Runs whole files. Stryker selects tests with one regular expression, which becomes too large for V8. */
const wholeFiles: Plugin = {
  name: "whole-files",
  configureVitest({ project }) {
    Object.defineProperty(project.config, "testNamePattern", { get: () => undefined, set() {} });
  },
};

export default defineConfig({
  plugins: [wholeFiles],
  resolve: project.resolve ?? {}, // The sources, without the token watch, which would slow down every test.
  test: {
    include: [
      "test/{check,client,import,mocks,mocks/adapters,mocks/admin,page,route}/*.test.ts",
      "test/commands/{check,command,import,import-dialects,import-ends,import-journal,import-output,import-reports,mock-arguments,request-log}.test.ts",
      "test/docs/openapi.test.ts",
      "test/generated/{import-changes,regressions}.test.ts",
      "test/token-never-shown/{failures,mock,redaction}.test.ts",
    ],
    exclude: [
      // They make thousands of calls, or run the sources in child processes.
      "test/{client,import}/memory.test.ts",
      // It runs the adapter contract a third time and detects no further mutants.
      "test/mocks/adapters/msw.test.ts",
    ],
    environment: "node",
    setupFiles: ["test/support/restore-after-each.ts"],
    sequence: { sequencer: FastFirst },
    testTimeout: 8_000,
    env: { PLANT_STORE_BASE_URL: "", PLANT_STORE_TOKEN: "" },
  },
});
