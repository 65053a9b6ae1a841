/** Has the programs that a test starts run the mutant too. */
import { inject } from "vitest";

process.env.__STRYKER_ACTIVE_MUTANT__ = inject("activeMutant");

declare module "vitest" {
  interface ProvidedContext {
    /** Stryker's number of the mutant that runs; absent in its first run, without any. */
    activeMutant?: string;
  }
}
