/** What a check of a service reports. */
import type { PlantStoreRules } from "../../../src/contract/rules.ts";

/** The checks. */
export type PlantStoreCheckName =
  | "reachable"
  | "cors"
  | `${"no" | "wrong"}-token`
  | `create${"" | "-without-tag"}`
  | "auth-required"
  | `json-${"spaces" | "order" | "escapes" | "end"}`
  | "malformed-json"
  | "bearer-case"
  | `missing-${"name" | "id"}`
  | `name-${"number" | "length" | "unique"}`
  | `tag-${"null" | "number" | "object" | "length"}`
  | `id-${"string" | "null" | "true" | "fraction" | "overflow" | "max" | "exact"}`
  | "empty-body"
  | `body-${"null" | "array" | "size"}`
  | "media-types"
  | "content-type"
  | "rejection-stable"
  | "unknown-field"
  | "text-exact"
  | "length-unit"
  | "lone-surrogate"
  | `duplicate-${"equal" | "different" | "concurrent"}`
  | "rejection-creates-nothing"
  | "idempotency-key";

/**
 * - `"pass"`: the service does what the specification says.
 * - `"violation"`: it does not. For most, a second try confirmed that.
 * - `"fact"`: how the service behaves where the specification leaves it open, or a violation that another check has reported.
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
  /** For most violations: a shell command that shows it again. It reads the token from `$PLANT_STORE_TOKEN`. */
  curl?: string | undefined;
}

/** The result of all checks. */
export interface PlantStoreCheckReport {
  /**
   * Whether the service keeps its contract: `false` if a check found a violation; `true` if none did, none was inconclusive,
   * and plants could be created; otherwise `null`.
   */
  conforms: boolean | null;
  checks: PlantStoreCheckResult[];
  /** What valid plants have that the service rejects, such as `"no tag"`: limits are not violations. */
  rejectsValid: string[];
  /** How the service decides what the specification leaves open, as far as the checks found out. */
  rules: PlantStoreRules;
  /** How these rules differ from the ones in the options, a sentence each. Only if there are rules in the options. */
  differences?: string[] | undefined;
  /** Why the run ended before the last check, such as "the service seems unhealthy". */
  ended?: string | undefined;
  /** Ids that were sent, and whose plants exist or may exist. */
  created: string[];
}

/** What a check found, if it found no violation. */
export interface Finding {
  result: Exclude<PlantStoreCheckOutcome, "violation">;
  detail: string;
  /** What plants have that are valid, and were rejected. */
  rejectsValid?: string[] | undefined;
}

export const pass = (detail: string): Finding => ({ result: "pass", detail });
export const fact = (detail: string, rejectsValid?: string[]): Finding => {
  return { result: "fact", detail, rejectsValid };
};

/** What was expected, and what of it is missing, if that can be more than one thing. */
export interface Violation {
  expected: string;
  problems?: string[];
}

/** Such as "200 with the plant that was sent: `name` must not change; `tag` must not change". */
export const describeViolation = ({ expected, problems }: Violation): string =>
  problems ? `${expected}: ${problems.join("; ")}` : expected;

/** A response that has a defect which another check has reported is not a pass. */
export const reported = (violation: Violation) =>
  fact(`the violation above, again: expected ${describeViolation(violation)}`);

/** Ends a check before it has sent everything. */
export class EarlyFinding extends Error {
  readonly result: Finding["result"];
  /** Why the run ends, too, if it does. */
  readonly ends: string | undefined;

  constructor(result: Finding["result"], detail: string, ends?: string) {
    super(detail);
    this.result = result;
    this.ends = ends;
  }
}

/** Why a check for which a plant of an earlier run can be the cause shows nothing. */
export const HIDDEN = "an earlier plant may have it";

export const reportedEarly = (violation: Violation) => new EarlyFinding("fact", reported(violation).detail);
/** For a check that needs what is not there. */
export const skipped = (detail: string) => new EarlyFinding("skipped", detail);
/** For a check that cannot find out what it is about. */
export const inconclusive = (detail: string) => new EarlyFinding("inconclusive", detail);
/** If no further check could find anything out. @param advice what may help */
export const stopped = (detail: string, advice = "") =>
  new EarlyFinding("inconclusive", detail, detail + advice);
