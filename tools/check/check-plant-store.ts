/** Runs the checks of a service, and compares its rules with earlier ones. */
import {
  type PlantStoreRules,
  type Rejection,
  readDuplicates,
  readUnauthorized,
} from "../../src/contract/rules.ts";
import { VERSION } from "../../src/version.ts";
import { CONNECTION_CHECKS, MALFORMED_CHECKS, RESPONSE_CHECKS } from "./checks/connection.ts";
import { CREATION_CHECKS } from "./checks/creation.ts";
import { EXISTING_ID_CHECKS } from "./checks/existing-ids.ts";
import { INVALID_BODY_CHECKS, INVALID_CHECKS } from "./checks/invalid.ts";
import { LIMIT_CHECKS, TEXT_CHECKS } from "./checks/texts.ts";
import { type PlantStoreCheckOptions, resolveCheckOptions } from "./run/check-options.ts";
import { CheckRun, type Checks, type Find } from "./run/check-run.ts";
import { describeRejection } from "./run/judge.ts";
import {
  EarlyFinding,
  type Finding,
  type PlantStoreCheckName,
  type PlantStoreCheckReport,
  type PlantStoreCheckResult,
} from "./run/report.ts";

const INVALID = { ...MALFORMED_CHECKS, ...INVALID_CHECKS };
const ODD = { ...LIMIT_CHECKS, ...INVALID_BODY_CHECKS };

/** Every check, in the order in which they are made. */
const CHECKS: Record<PlantStoreCheckName, Find> = {
  ...{ ...CONNECTION_CHECKS, ...CREATION_CHECKS, ...INVALID, ...TEXT_CHECKS },
  ...{ ...EXISTING_ID_CHECKS, ...ODD, ...RESPONSE_CHECKS },
};
export const CHECK_NAMES = Object.keys(CHECKS) as PlantStoreCheckName[];

/** What checks are about. */
export const CHECK_GROUPS: Readonly<Record<string, Checks>> = {
  "Connection and token": CONNECTION_CHECKS,
  "Valid plants": CREATION_CHECKS,
  "Requests that are not valid": INVALID,
  "Names and tags": TEXT_CHECKS,
  "Ids that exist": EXISTING_ID_CHECKS,
  "Odd bodies": ODD,
  "All responses": RESPONSE_CHECKS,
};

/** Made without consent: they send no JSON, so that even a service with a lenient parser hardly creates a plant. */
const SAFE_CHECKS: string[] = Object.keys({ ...CONNECTION_CHECKS, ...MALFORMED_CHECKS, ...RESPONSE_CHECKS });

/** The details of checks without consent, and after the run has ended. */
export const NEEDS_CONSENT = "needs consent to create plants";
export const NOT_MADE = "not made, because the run has ended";

/**
 * Checks whether a running service keeps its contract, and finds out how it behaves where the specification is silent.
 * Without `createOn`, it sends no JSON.
 *
 * @throws PlantStoreConfigurationError if an option is missing or invalid
 */
export async function checkPlantStore(options: PlantStoreCheckOptions = {}): Promise<PlantStoreCheckReport> {
  const settings = resolveCheckOptions(options);
  const run = new CheckRun(settings);
  const checks: PlantStoreCheckResult[] = [];
  const rejectsValid: string[] = [];
  let ended: string | undefined;
  for (const name of CHECK_NAMES) {
    const { ends, rejectsValid: found = [], ...result } = await makeCheck(name, run, ended);
    ended ??= ends;
    rejectsValid.push(...found);
    checks.push({ name, ...result });
    settings.onCheck?.({ name, ...result });
  }
  const { rules } = run;
  const results = checks.map(({ result }) => result);
  const isComplete = settings.consent && !results.includes("inconclusive");
  rules.checked = { baseUrl: settings.baseUrl, time: new Date().toISOString(), version: VERSION };
  return {
    conforms: results.includes("violation") ? false : isComplete || null,
    ...{ checks, rejectsValid, rules, ended },
    differences: settings.rules && compareRules(settings.rules, rules),
    created: Array.from(run.created, String),
  };
}

/** A result, and why no further check is made. */
type CheckEnd = Omit<PlantStoreCheckResult, "name"> &
  Pick<Finding, "rejectsValid"> & { ends?: string | undefined };

async function makeCheck(name: PlantStoreCheckName, run: CheckRun, ended?: string): Promise<CheckEnd> {
  if (!run.settings.consent && !SAFE_CHECKS.includes(name))
    return { result: "skipped", detail: NEEDS_CONSENT };
  if (ended !== undefined) return { result: "inconclusive", detail: NOT_MADE };
  run.violations = [];
  const end: CheckEnd = await CHECKS[name](run).catch((error) => {
    if (!(error instanceof EarlyFinding)) throw error;
    return { result: error.result, detail: error.message, ends: error.ends };
  });
  if (run.violations.length === 0) return end;
  const detail = run.violations.map(({ detail }) => detail).join("; ");
  const curl = run.violations.flatMap(({ curl }) => curl ?? []).join("\n");
  return { result: "violation", detail, ...(curl && { curl }), ends: end.ends };
}

/** Returns a sentence for each rule of both that differs. Messages do not count, because no check finds them out. */
function compareRules(before: PlantStoreRules, now: PlantStoreRules): string[] {
  const after = describeRules(now);
  return Object.entries(describeRules(before)).flatMap(([key, was]) => {
    const is = after[key];
    return was === undefined || is === undefined || was === is
      ? []
      : [`\`${key}\` was ${was}, and is now ${is}.`];
  });
}

/** The rules as texts, by their path such as `name.maxLength`. */
export function describeRules(rules: PlantStoreRules): Record<string, string | undefined> {
  const { $schema, version, checked, idempotencyKey, ...others } = rules;
  const { different = idempotencyKey ? "replayed" : undefined } = Object(idempotencyKey);
  return Object.fromEntries([
    ...describe("duplicates", readDuplicates(rules)),
    ...describe("unauthorized", readUnauthorized(rules)),
    ...Object.entries(others).flatMap(([key, value]) => describe(key, value)),
    ...describe("idempotencyKey", idempotencyKey && true),
    ...describe("idempotencyKey.different", different),
  ]);
}

function describe(key: string, value: unknown): [key: string, text: string][] {
  if (value === undefined) return [];
  if (value === null) return [[key, "without a limit"]];
  if (typeof value === "string") return [[key, `"${value}"`]];
  if (typeof value !== "object") return [[key, String(value)]];
  const { status, error } = value as Partial<Rejection>;
  if (status !== undefined)
    return [[key, describeRejection(error === status ? { status } : { status, error })]];
  return Object.entries(value).flatMap(([inner, part]) => describe(`${key}.${inner}`, part));
}
