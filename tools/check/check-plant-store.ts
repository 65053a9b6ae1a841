/** Runs the checks of a service. */
import { VERSION } from "../../src/version.ts";
import type { Check } from "./checks/check.ts";
import { CONNECTION_CHECKS } from "./checks/connection.ts";
import { CREATION_CHECKS } from "./checks/creation.ts";
import { EXISTING_ID_CHECKS } from "./checks/existing-ids.ts";
import { INVALID_CHECKS } from "./checks/invalid.ts";
import { ODD_BODY_CHECKS } from "./checks/odd-bodies.ts";
import { TEXT_CHECKS } from "./checks/texts.ts";
import { compareRules } from "./compare-rules.ts";
import { type PlantStoreCheckOptions, resolveCheckOptions } from "./run/check-options.ts";
import { CheckRun } from "./run/check-run.ts";
import type { PlantStoreCheckReport, PlantStoreCheckResult } from "./run/report.ts";
import { EarlyFinding, Stop } from "./run/stop.ts";

/** The checks in their order, by what they are about. */
export const CHECK_GROUPS: Readonly<Record<string, readonly Check[]>> = {
  "Connection and token": CONNECTION_CHECKS,
  "Valid plants": CREATION_CHECKS,
  "Requests that are not valid": INVALID_CHECKS,
  "Names and tags": TEXT_CHECKS,
  "Ids that exist": EXISTING_ID_CHECKS,
  "Odd bodies": ODD_BODY_CHECKS,
};

/** The detail of a check after the run has ended. */
export const NOT_MADE = "not made, because the run has ended";

/** After these checks, a service that responds with a 5xx to everything is not asked any more. */
const LAST_FOR_UNHEALTHY = ["create", "malformed-json"];

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
  let ended: string | undefined;
  for (const check of Object.values(CHECK_GROUPS).flat()) {
    const { ends, ...result } = await makeCheck(check, run, ended);
    ended ??= ends ?? (LAST_FOR_UNHEALTHY.includes(check.name) ? run.illness : undefined);
    const named = { name: check.name, ...result };
    checks.push(named);
    settings.onCheck?.(named);
  }
  const { rules } = run.found;
  rules.checked = { baseUrl: settings.baseUrl, time: new Date().toISOString(), version: VERSION };
  return {
    conforms: conformance(checks, settings.consent),
    checks,
    rules,
    differences: settings.rules && compareRules(settings.rules, rules),
    ended,
    created: Array.from(run.created, String),
  };
}

/** A result, and why no further check is made. */
type CheckEnd = Omit<PlantStoreCheckResult, "name"> & { ends?: string };

async function makeCheck(check: Check, run: CheckRun, ended: string | undefined): Promise<CheckEnd> {
  if (!run.settings.consent && !check.isSafe)
    return { result: "skipped", detail: "creates plants, which was not allowed" };
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
  return {
    result: "violation",
    detail: violations.map(({ detail }) => detail).join("; "),
    curl: violations.map(({ curl }) => curl).join("\n"),
  };
}

function conformance(checks: PlantStoreCheckResult[], consent: boolean): boolean | null {
  if (checks.some(({ result }) => result === "violation")) return false;
  return consent && checks.every(({ result }) => result !== "inconclusive") ? true : null;
}
