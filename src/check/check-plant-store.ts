/** Runs the checks of a service. */
import { VERSION } from "../version.ts";
import type { Check } from "./checks/check.ts";
import { CONNECTION_CHECKS } from "./checks/connection.ts";
import { CREATION_CHECKS } from "./checks/creation.ts";
import { EXISTING_ID_CHECKS } from "./checks/existing-ids.ts";
import { INVALID_CHECKS } from "./checks/invalid.ts";
import { TEXT_CHECKS } from "./checks/texts.ts";
import { compareRules } from "./compare-rules.ts";
import { type PlantStoreCheckOptions, resolveCheckOptions } from "./session/options.ts";
import {
  Inconclusive,
  type PlantStoreCheckReport,
  type PlantStoreCheckResult,
  Stop,
} from "./session/report.ts";
import { Session } from "./session/session.ts";

/** The checks in their order, by what they are about. The first group creates nothing. */
export const CHECK_GROUPS: Readonly<Record<string, readonly Check[]>> = {
  "Connection and token": CONNECTION_CHECKS,
  "Valid plants": CREATION_CHECKS,
  "Plants that are not valid": INVALID_CHECKS,
  "Names and tags": TEXT_CHECKS,
  "Ids that exist": EXISTING_ID_CHECKS,
};

/**
 * Checks whether a running service keeps its contract, and finds out how it behaves where the specification is silent.
 * Without `createOn`, it sends nothing that could create a plant.
 *
 * @throws PlantStoreConfigurationError if an option is missing or invalid
 */
export async function checkPlantStore(options: PlantStoreCheckOptions = {}): Promise<PlantStoreCheckReport> {
  const settings = resolveCheckOptions(options);
  const session = new Session(settings);
  const checks: PlantStoreCheckResult[] = [];
  /** Why no further check is made. */
  let stopped: string | undefined;
  for (const check of Object.values(CHECK_GROUPS).flat()) {
    const isAllowed = settings.consent || CONNECTION_CHECKS.includes(check);
    const result = isAllowed
      ? await runCheck(check, session, stopped, (reason) => {
          stopped = reason;
        })
      : ({ result: "skipped", detail: "creates plants, which needs `createOn`" } as const);
    const named = { name: check.name, ...result };
    checks.push(named);
    settings.onCheck?.(named);
  }
  const { rules } = session.found;
  rules.checked = { baseUrl: settings.baseUrl, time: new Date().toISOString(), version: VERSION };
  return {
    conforms: conformance(checks, settings.consent),
    checks,
    rules,
    differences: settings.rules && compareRules(settings.rules, rules),
    created: Array.from(session.created, String),
  };
}

async function runCheck(
  check: Check,
  session: Session,
  stopped: string | undefined,
  onStop: (reason: string) => void,
): Promise<Omit<PlantStoreCheckResult, "name">> {
  if (stopped !== undefined) return { result: "inconclusive", detail: `not made: ${stopped}` };
  session.violations = [];
  try {
    const finding = await check.run(session);
    return violationOf(session) ?? finding;
  } catch (error) {
    if (error instanceof Stop) onStop(error.message);
    else if (!(error instanceof Inconclusive)) throw error;
    return violationOf(session) ?? { result: "inconclusive", detail: error.message };
  }
}

function violationOf({ violations }: Session): Omit<PlantStoreCheckResult, "name"> | undefined {
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
