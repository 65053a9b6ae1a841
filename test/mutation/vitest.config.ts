/** The tests for Stryker: those that run the sources in this process, where it can switch a mutant on. */
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const source = (path: string) => new URL(`../../${path}`, import.meta.url).pathname;

/** They wait for real, or for a socket. A mutant is done with at the first test that fails, so they come last. */
const SLOW = /adapters|sockets|server|hostile|newest|waits|tls|state|aborts/;

class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(SLOW.test(moduleId));
    return [...files].sort((a, b) => isSlow(a) - isSlow(b));
  }
}

/** Stryker names the tests to run in one regular expression, which grows too large for V8: whole files run instead. */
const wholeFiles: Plugin = {
  name: "whole-files",
  configureVitest({ project }) {
    Object.defineProperty(project.config, "testNamePattern", { get: () => undefined, set() {} });
  },
};

export default defineConfig({
  plugins: [wholeFiles],
  resolve: {
    // The sources themselves, not under watch for secrets, which every test would pay for.
    alias: [
      { find: /^plant-store-sdk$/, replacement: source("src/index.ts") },
      { find: /^plant-store-sdk\/mocks$/, replacement: source("mocks/index.ts") },
      { find: /^plant-store-sdk\/mocks\/store$/, replacement: source("mocks/store.ts") },
      { find: /^plant-store-sdk\/mocks\/server$/, replacement: source("mocks/server.ts") },
    ],
  },
  test: {
    include: [
      "test/{client,mocks,mocks/adapters}/*.test.ts",
      "test/cli/seed.test.ts",
      "test/docs/openapi.test.ts",
      "test/package/entry-points.test.ts",
      "test/generated/regressions.test.ts",
      "test/secrets/{failures,redaction}.test.ts",
    ],
    exclude: [
      // They run the built or packed package, or another program.
      "test/{cli,docs,package}/**",
      "test/client/memory.test.ts",
      // It reads the sources.
      "test/architecture.test.ts",
      // It runs the adapter contract a third time and kills no further mutant.
      "test/mocks/adapters/msw.test.ts",
    ],
    environment: "node",
    sequence: { sequencer: QuickFirst },
    testTimeout: 8_000,
    env: { PLANT_STORE_BASE_URL: "", PLANT_STORE_TOKEN: "" },
  },
});
