/** The build, for scripts and tests that need one. To import this file without a build is an error. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

export const dist = resolve(import.meta.dirname, "../dist");

if (!existsSync(join(dist, "cli/plant-store-sdk.js")))
  throw new Error("The package is not built. Run `npm run build` first.");
