import "./test/support/check-node-version.ts";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url)); // The path may have a space.

/** Tests of what users get that say little about the sources: the tarball, its declarations, and guides and examples as they stand. */
const OF_PACKAGE = [
  "test/package/{editor,package,release,where-it-runs}.test.ts",
  "test/docs/{examples,guides,testing-examples}.test.ts",
];

const inNode = {
  environment: "node" as const,
  isolate: false, // Test files share two processes. Otherwise, to start processes would take a tenth of the time.
  // Far longer than any test takes, on a busy machine, too.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ["test/support/restore-after-each.ts"],
  // Hides the developer's own environment variables from the tests.
  env: { PLANT_STORE_BASE_URL: "", PLANT_STORE_TOKEN: "" },
};

export default defineConfig({
  resolve: {
    // Tests import the package by its name, like an application, and get the sources.
    alias: [
      { find: /^plant-store-sdk$/, replacement: source("src/index.ts") },
      { find: /^plant-store-sdk\/route$/, replacement: source("src/route.ts") },
      { find: /^plant-store-sdk\/check$/, replacement: source("tools/check/index.ts") },
      { find: /^plant-store-sdk\/import$/, replacement: source("tools/import/index.ts") },
      { find: /^plant-store-sdk\/mocks$/, replacement: source("mocks/index.ts") },
      { find: /^plant-store-sdk\/mocks\/store$/, replacement: source("mocks/store.ts") },
      { find: /^plant-store-sdk\/mocks\/server$/, replacement: source("mocks/server.ts") },
      { find: /^plant-store-sdk\/mocks\/remote$/, replacement: source("mocks/remote.ts") },
    ],
  },
  test: {
    maxWorkers: Math.ceil(1.5 * availableParallelism()), // Many tests wait for a process or a timer.
    coverage: {
      provider: "v8",
      include: ["{src,mocks,tools/check,tools/import}/**/*.ts"],
      exclude: [
        "mocks/page/**", // Tested in browsers, like the next one.
        "src/call/in-browser.ts",
        "tools/*/command/**", // Tested in processes of their own.
      ],
      reporter: ["text-summary"], // With `--coverage.reporter=text`, each file has a line.
      thresholds: {
        "{src,tools}/**": {
          lines: 98,
          branches: 96, // The journal's failures are tested in processes of the commands.
        },
        "mocks/**": { lines: 98, branches: 98 },
      },
    },
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          globalSetup: "test/support/forbid-litter.ts",
          include: ["test/**/*.test.ts"],
          exclude: [
            "test/{consumers,runtimes}/**", // Run by test/consumers/vitest.config.ts.
            "test/interop/**", // Run by test/interop/vitest.config.ts.
            "**/node_modules/**",
            "test/browsers/**", // Run by test/browsers/vitest.config.ts.
            "test/token-never-shown/**", // Run by the project token-watch.
            ...OF_PACKAGE,
          ],
          ...inNode,
        },
      },
      {
        extends: true,
        // Fails a test if a call leaks its token. Runs fast tests of every kind of call and failure a second time.
        resolve: {
          alias: [
            { find: /^plant-store-sdk$/, replacement: source("test/token-never-shown/watched-sdk.ts") },
          ],
        },
        test: {
          name: "token-watch",
          include: ["test/{client,token-never-shown}/*.test.ts", "test/mocks/adapters/fetch.test.ts"],
          exclude: ["test/client/{memory,schemas,suspension}.test.ts"], // These send nothing from this process.
          ...inNode,
          setupFiles: [...inNode.setupFiles, "test/token-never-shown/token-watch-setup.ts"],
        },
      },
      {
        extends: true,
        // Not part of `npm test`, because it needs a complete build and starts many processes.
        test: {
          name: "package",
          include: OF_PACKAGE,
          globalSetup: "test/support/forbid-litter.ts",
          ...inNode,
        },
      },
      {
        extends: true,
        // The tests of the MSW handlers with MSW 2. The project node runs them with MSW 3.
        resolve: { alias: [{ find: /^msw(\/.*)?$/, replacement: "msw-2$1" }] },
        test: {
          name: "msw-2",
          include: ["test/mocks/adapters/msw.test.ts"],
          ...inNode,
        },
      },
    ],
  },
});
