/** What a report means, given the violations that are known. The text, the JSON, the JUnit file and the exit code follow from it. */
import { EXIT_INTERRUPTED, EXIT_USAGE } from "../../terminal/command.ts";
import { NEEDS_CONSENT } from "../check-plant-store.ts";
import type { PlantStoreCheckName, PlantStoreCheckReport, PlantStoreCheckResult } from "../index.ts";

/** In this order, the first one that applies counts. */
const EXIT_CODES = {
  interrupted: [EXIT_INTERRUPTED, "interrupted"],
  usage: [EXIT_USAGE, "wrong arguments"],
  violations: [1, "violations, or a known one no longer occurs"],
  inconclusive: [4, "inconclusive, as always without --create-on"],
  changed: [3, "differs from --rules"],
  conforms: [0, "conforms"],
} as const;

/** For the help. */
export const EXIT_CODES_HELP = Object.values(EXIT_CODES)
  .map(([code, when]) => `${code} ${when}`)
  .join("; ");

export interface Conclusion extends PlantStoreCheckReport {
  /** Known violations. */
  expected: string[];
  /** Checks of `--expect-violations` that no longer find a violation. */
  vanished: string[];
  exitCode: number;
  /** For people. */
  sentence: string;
}

const EITHER = new Intl.ListFormat("en", { type: "disjunction" });

/** @param known the names of checks whose violation is known */
export function conclude(report: PlantStoreCheckReport, known: Set<PlantStoreCheckName>): Conclusion {
  const { checks, rejectsValid, differences = [], ended } = report;
  const names = (isMeant: (check: PlantStoreCheckResult) => boolean) =>
    checks.filter(isMeant).map(({ name }) => name);
  const expected = names(({ name, result }) => result === "violation" && known.has(name));
  const vanished = names(({ name, result }) => (result === "pass" || result === "fact") && known.has(name));
  const wrong = names(({ name, result }) => result === "violation" && !known.has(name)).join(", ");
  const unclear = names(({ result }) => result === "inconclusive").join(", ");
  const forbidden = names(({ detail }) => detail === NEEDS_CONSENT).length;
  const gone = `A known violation no longer occurs: remove ${vanished.join(", ")} from the file, or it could hide the next one.`;
  const consent = `Inconclusive: ${forbidden} checks need consent to create plants. To make them, pass --create-on HOST.`;
  const but = rejectsValid.length && `but rejects valid plants: those with ${EITHER.format(rejectsValid)}`;
  const sentences: [isMeant: unknown, end: keyof typeof EXIT_CODES, sentence: string][] = [
    [wrong, "violations", `The service does not conform to its specification: ${wrong}.`],
    [vanished.length, "violations", gone],
    [ended, "inconclusive", `Inconclusive: ${ended}.`],
    [forbidden, "inconclusive", consent],
    [unclear, "inconclusive", `Inconclusive: ${unclear} showed nothing. The lines with ? say why.`],
    [differences.length, "changed", "The service has changed since the rules were written."],
    [expected.length, "conforms", `The service has only known violations: ${expected.join(", ")}.`],
    [true, "conforms", `The service conforms to its specification, ${but || "as far as these checks show"}.`],
  ];
  const [, end, sentence] = sentences.find(([isMeant]) => isMeant) as (typeof sentences)[0];
  const remark = ended !== undefined && end !== "inconclusive" ? ` The run ended early: ${ended}.` : "";
  return { ...report, expected, vanished, exitCode: EXIT_CODES[end][0], sentence: sentence + remark };
}
