/** A check as data. */
import type { CheckRun } from "../run/check-run.ts";
import type { Finding, PlantStoreCheckName } from "../run/report.ts";

export interface Check {
  name: PlantStoreCheckName;
  /** What it sends, for `--plan`. */
  sends: string;
  /** Whether it sends no JSON, so that even a service with a lenient parser hardly creates a plant. */
  isSafe?: boolean;
  /** The rules that it finds out, by their path such as `name.maxLength`. */
  finds?: readonly string[];
  /** Rules that it finds only if the service has them, such as a limit. */
  mayFind?: readonly string[];
  /** Finds out what the check is about. Violations are reported by the run. */
  find: (run: CheckRun) => Promise<Finding>;
}
