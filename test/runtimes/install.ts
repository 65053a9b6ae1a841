/** Installs the runtimes once, before the test files, which run in parallel. Each package is an executable for Linux on x64. */
import { installLocked } from "../support/npm.ts";

export const setup = () => installLocked(import.meta.dirname);
