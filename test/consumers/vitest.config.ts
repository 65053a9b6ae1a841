/** Tests the packed package in applications (project "consumers") and in every runtime (project "runtimes"). */
import "../support/check-node-version.ts";
import { resolve } from "node:path";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { packPackage } from "../../scripts/pack.ts";

const project = (name: string): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    exclude: ["**/node_modules/**"],
    globalSetup: ["test/consumers/install.ts"],
  },
});

export default defineConfig(async () => {
  await packPackage(); // Before the test files, which run in parallel.
  return {
    root: resolve(import.meta.dirname, "../.."),
    test: {
      maxWorkers: 3, // These tests mostly wait for other programs.
      maxConcurrency: 3,
      // Far longer than any installation and any test takes.
      hookTimeout: 300_000,
      testTimeout: 300_000,
      projects: [project("consumers"), project("runtimes")],
    },
  };
});
