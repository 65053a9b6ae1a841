/** Vitest configuration for command.config.mjs. */
import { defineConfig } from "vitest/config";
import config from "./vitest.config.ts";

export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: ["test/cli/{command,mock-arguments,request-log}.test.ts"],
    exclude: [],
    setupFiles: ["test/support/restore-after-each.ts", "test/mutation/active-mutant-setup.ts"],
  },
});
