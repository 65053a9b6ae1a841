/** A check as data. */
import type { CheckRun } from "../run/check-run.ts";
import type { Finding, PlantStoreCheckName } from "../run/report.ts";

export interface Check {
  name: PlantStoreCheckName;
  /** What it sends, for `--plan`. */
  sends: string;
  /** Whether it creates nothing, even in a service with a lenient parser: it sends no JSON object. */
  isSafe?: boolean;
  /** Finds out what the check is about. Violations are reported by the run. */
  find: (run: CheckRun) => Promise<Finding>;
}
