/** Runs the checks of a service. */
import { VERSION } from "../../src/version.ts";
import type { Check } from "./checks/check.ts";
import { CONNECTION_CHECKS } from "./checks/connection.ts";
import { CREATION_CHECKS } from "./checks/creation.ts";
import { EXISTING_ID_CHECKS } from "./checks/existing-ids.ts";
import { INVALID_CHECKS } from "./checks/invalid.ts";
import { MEDIA_TYPE_CHECKS } from "./checks/media-types.ts";
import { ODD_BODY_CHECKS } from "./checks/odd-bodies.ts";
import { TEXT_CHECKS } from "./checks/texts.ts";
import { compareRules } from "./compare-rules.ts";
import { type PlantStoreCheckOptions, resolveCheckOptions } from "./run/check-options.ts";
import { CheckRun } from "./run/check-run.ts";
import { Stop } from "./run/decide-to-stop.ts";
import { EarlyFinding } from "./run/early-finding.ts";
import type { Finding, PlantStoreCheckReport, PlantStoreCheckResult } from "./run/report.ts";

/** The checks in their order, by what they are about. */
export const CHECK_GROUPS: Readonly<Record<string, readonly Check[]>> = {
  "Connection and token": CONNECTION_CHECKS,
  "Valid plants": CREATION_CHECKS,
  "Requests that are not valid": INVALID_CHECKS,
  "Names and tags": TEXT_CHECKS,
  "Ids that exist": EXISTING_ID_CHECKS,
  "Odd bodies": ODD_BODY_CHECKS,
  "All responses": MEDIA_TYPE_CHECKS,
};

export const ALL_CHECKS = Object.values(CHECK_GROUPS).flat();

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
  for (const check of ALL_CHECKS) {
    const { ends, rejectsValid: found = [], ...result } = await makeCheck(check, run, ended);
    ended ??= ends ?? run.health.stopAfter(check.name);
    rejectsValid.push(...found);
    const named = { name: check.name, ...result };
    checks.push(named);
    settings.onCheck?.(named);
  }
  const { rules } = run.found;
  const results = checks.map(({ result }) => result);
  const isComplete = settings.consent && !results.includes("inconclusive");
  rules.checked = { baseUrl: settings.baseUrl, time: new Date().toISOString(), version: VERSION };
  return {
    conforms: results.includes("violation") ? false : isComplete || null,
    checks,
    rejectsValid,
    rules,
    differences: settings.rules && compareRules(settings.rules, rules),
    ended,
    created: Array.from(run.created, String),
  };
}

/** A result, and why no further check is made. */
type CheckEnd = Omit<PlantStoreCheckResult, "name"> & Pick<Finding, "rejectsValid"> & { ends?: string };

async function makeCheck(check: Check, run: CheckRun, ended: string | undefined): Promise<CheckEnd> {
  if (!run.settings.consent && !check.isSafe) return { result: "skipped", detail: NEEDS_CONSENT };
  if (ended !== undefined) return { result: "inconclusive", detail: NOT_MADE };
  run.violations = [];
  try {
    const finding = await check.find(run);
    return violationOf(run) ?? finding;
  } catch (error) {
    if (!(error instanceof EarlyFinding)) throw error;
    const end = violationOf(run) ?? { result: error.result, detail: error.message };
    return error instanceof Stop ? { ...end, ends: error.message + error.advice } : end;
  }
}

function violationOf({ violations }: CheckRun): CheckEnd | undefined {
  if (violations.length === 0) return undefined;
  const detail = violations.map(({ detail }) => detail).join("; ");
  const curl = violations.flatMap(({ curl }) => curl ?? []).join("\n");
  return { result: "violation", detail, ...(curl && { curl }) };
}
