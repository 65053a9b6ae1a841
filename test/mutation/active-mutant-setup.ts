/** Activates the mutant in child processes too. */
import { inject } from "vitest";

process.env.__STRYKER_ACTIVE_MUTANT__ = inject("activeMutant") ?? "none"; // Then tests start the sources, not the build.

declare module "vitest" {
  interface ProvidedContext {
    /** Stryker's id of the active mutant. Missing in the dry run. */
    activeMutant?: string;
  }
}
