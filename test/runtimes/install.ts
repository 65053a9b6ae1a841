/**
 * Installs the runtimes and the application once, before the test files, which run in parallel. Each package of a runtime is an
 * executable for Linux on x64.
 */
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { installCopy, installLocked, removeCopy } from "../support/npm.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the application of the runtimes. */
    app: string;
  }
}

export async function setup({ provide }: TestProject) {
  await installLocked(import.meta.dirname);
  const folder = await installCopy(join(import.meta.dirname, "app"));
  provide("app", folder);
  return () => removeCopy(folder);
}
