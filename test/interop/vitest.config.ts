/** Tests the package with other people's services, clients and proxies: `npx vitest run --config test/interop/vitest.config.ts`. */
import "../support/check-node-version.ts";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { missingPackages } from "../../scripts/installed-programs.ts";
import { packPackage } from "../../scripts/pack.ts";

export default defineConfig(async () => {
  const missing = missingPackages();
  if (missing.length > 0)
    throw new Error(`Run \`npm run setup:browsers\`: ${missing.join(", ")} are missing.`);
  await packPackage(); // Before the test files, which run in parallel.
  return {
    root: resolve(import.meta.dirname, "../.."),
    test: {
      include: ["test/interop/**/*.test.ts"],
      exclude: ["**/node_modules/**"],
      globalSetup: ["test/consumers/install.ts"],
      maxWorkers: 2,
      maxConcurrency: 8, // Most tests wait for a client, or for a proxy.
      // Far longer than any installation and any test takes.
      hookTimeout: 300_000,
      testTimeout: 300_000,
    },
  };
});
