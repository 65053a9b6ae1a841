/** What a check of a service reports. */
import type { PlantStoreRules } from "../../contract/rules.ts";

/** The checks, in their order. */
export type PlantStoreCheckName =
  | "reachable"
  | "cors"
  | "methods"
  | "no-token"
  | "wrong-token"
  | "create"
  | "create-without-tag"
  | "auth-required"
  | "malformed-json"
  | "bearer-case"
  | "missing-name"
  | "missing-id"
  | "name-number"
  | "tag-null"
  | "tag-number"
  | "tag-object"
  | "id-string"
  | "id-null"
  | "id-fraction"
  | "id-overflow"
  | "body-null"
  | "body-array"
  | "body-size"
  | "content-type"
  | "rejection-stable"
  | "unknown-field"
  | "id-max"
  | "text-exact"
  | "lone-surrogate"
  | "name-length"
  | "tag-length"
  | "name-unique"
  | "duplicate-equal"
  | "duplicate-different"
  | "id-true"
  | "id-exact"
  | "rejection-creates-nothing"
  | "duplicate-concurrent"
  | "idempotency-key";

/**
 * - `"pass"`: the service does what the specification says.
 * - `"violation"`: it does not, in two requests.
 * - `"fact"`: the specification leaves this open, and this is how the service behaves.
 * - `"skipped"`: the check was not made; `detail` says why.
 * - `"inconclusive"`: the check was made, and showed nothing; `detail` says why.
 */
export type PlantStoreCheckOutcome = "pass" | "violation" | "fact" | "skipped" | "inconclusive";

/** The result of one check. */
export interface PlantStoreCheckResult {
  name: PlantStoreCheckName;
  result: PlantStoreCheckOutcome;
  /** What was found. For a violation: what was expected, and what was received. */
  detail: string;
  /** For a violation: a shell command that shows it again. It reads the token from `$PLANT_STORE_TOKEN`. */
  curl?: string | undefined;
}

/** The result of all checks. */
export interface PlantStoreCheckReport {
  /**
   * Whether the service keeps its contract: `true` if every check was made and none found a violation, `false` if one did,
   * and `null` if something is unknown.
   */
  conforms: boolean | null;
  checks: PlantStoreCheckResult[];
  /** How the service decides what the specification leaves open, as far as the checks found out. */
  rules: PlantStoreRules;
  /** How these rules differ from the ones in the options, a sentence each. Only if there are rules in the options. */
  differences?: string[] | undefined;
  /** Why the run ended before the last check, such as "the service is unhealthy". */
  ended?: string | undefined;
  /** Ids that were sent, and whose plants exist or may exist. */
  created: string[];
}

/** What a check found, if it found no violation. */
export interface Finding {
  result: Exclude<PlantStoreCheckOutcome, "violation">;
  detail: string;
}

export const pass = (detail: string): Finding => ({ result: "pass", detail });
export const fact = (detail: string): Finding => ({ result: "fact", detail });

/** A response that has a defect which another check has reported is not a pass. */
export const reported = ({ expected }: { expected: string }): Finding =>
  fact(`the violation above, again: expected ${expected}`);

/** Ends a check before it has sent everything. */
export class EarlyFinding extends Error {
  readonly result: Finding["result"];

  constructor(message: string, result: Finding["result"]) {
    super(message);
    this.result = result;
  }
}

/** Ends a check that needs what is not there. */
export class Skip extends EarlyFinding {
  constructor(message: string) {
    super(message, "skipped");
  }
}

/** Ends a check that cannot find out what it is about. */
export class Inconclusive extends EarlyFinding {
  constructor(message: string) {
    super(message, "inconclusive");
  }
}

/** Ends the run: no further check could find anything out. */
export class Stop extends Inconclusive {}
