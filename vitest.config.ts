import { defineConfig } from "vitest/config";
import { findProgram } from "./test/machine.ts";

const source = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig({
  resolve: {
    // Tests import the package by its own name, as an application does, and get the sources.
    alias: [
      // Which look through all that a call gives for its token.
      { find: /^plant-store-sdk$/, replacement: source("test/secrets/watched-sdk.ts") },
      { find: /^plant-store-sdk\/mocks$/, replacement: source("mocks/index.ts") },
      { find: /^plant-store-sdk\/mocks\/store$/, replacement: source("mocks/store.ts") },
      { find: /^plant-store-sdk\/mocks\/server$/, replacement: source("mocks/server.ts") },
    ],
  },
  test: {
    maxWorkers: "100%", // By default one core is left free, of two.
    reporters: ["default", "json"],
    outputFile: { json: "coverage/tests.json" },
    coverage: {
      provider: "v8",
      include: ["src/**", "mocks/**"],
      // Their tests run them as built, in a process of its own, which is not measured.
      exclude: [
        "mocks/cli.ts",
        "mocks/node-import.ts",
        "mocks/node-require.ts",
        "mocks/explain-no-msw.ts",
        "src/unexported-path.ts",
      ],
      reporter: ["text", "json-summary"],
      thresholds: { "src/**": { lines: 98, branches: 98 }, "mocks/**": { lines: 98, branches: 98 } },
    },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: [
            "test/{consumers,runtimes}/**", // Run by test/consumers/vitest.config.ts.
            "**/node_modules/**",
            "test/browsers/**", // They have a configuration of their own.
            ...(findProgram("curl") ? [] : ["test/curl-example.test.ts"]),
          ],
          environment: "node",
          setupFiles: ["test/secrets/watch-every-test.ts"],
          testTimeout: 20_000,
          // Only a test that says so may use the environment's settings.
          env: { PLANT_STORE_BASE_URL: "", PLANT_STORE_TOKEN: "" },
        },
      },
      {
        extends: true,
        // The handlers, and their tests, with the older of the two majors of MSW that they support.
        resolve: { alias: [{ find: /^msw(\/.*)?$/, replacement: "msw-2$1" }] },
        test: {
          name: "msw-2",
          include: ["test/carriers/msw.test.ts"],
          environment: "node",
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "types",
          include: [],
          typecheck: { enabled: true, only: true, include: ["test/**/*.test-d.ts"] },
        },
      },
    ],
  },
});
