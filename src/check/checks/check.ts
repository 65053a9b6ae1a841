/** A check as data. */
import type { Finding, PlantStoreCheckName } from "../session/report.ts";
import type { Session } from "../session/session.ts";

export interface Check {
  name: PlantStoreCheckName;
  /** What it sends, for `--plan`. */
  sends: string;
  /** Finds out what the check is about. Violations are reported by the session. */
  run: (session: Session) => Promise<Finding>;
}
