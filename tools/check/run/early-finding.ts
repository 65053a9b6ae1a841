/** What ends a check before it has sent everything. */
import type { Finding } from "./report.ts";

export class EarlyFinding extends Error {
  readonly result: Finding["result"] = "fact";
}

/** Ends a check that needs what is not there. */
export class Skip extends EarlyFinding {
  override readonly result = "skipped";
}

/** Ends a check that cannot find out what it is about. */
export class Inconclusive extends EarlyFinding {
  override readonly result = "inconclusive";
}
