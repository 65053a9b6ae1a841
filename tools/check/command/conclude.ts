/** What a report means, given the violations that are known. The text, the JSON, the JUnit file and the exit code follow from it. */
import type { PlantStoreCheckReport, PlantStoreCheckResult } from "../index.ts";

export interface Conclusion extends PlantStoreCheckReport {
  /** Known violations. */
  expected: string[];
  /** Checks of `--expect-violations` that no longer find a violation. */
  vanished: string[];
  exitCode: 0 | 1 | 3 | 4;
  /** For people. */
  sentence: string;
}

/** @param known the names of checks whose violation is known */
export function conclude(report: PlantStoreCheckReport, known: ReadonlySet<string>): Conclusion {
  const { checks, differences = [], ended } = report;
  const names = (isMeant: (check: PlantStoreCheckResult) => boolean) =>
    checks.filter(isMeant).map(({ name }) => name);
  const expected = names(({ name, result }) => result === "violation" && known.has(name));
  const vanished = names(({ name, result }) => (result === "pass" || result === "fact") && known.has(name));
  const violations = names(({ name, result }) => result === "violation" && !known.has(name));
  const unclear = names(({ result }) => result === "inconclusive");
  const withoutConsent = checks.find(({ name }) => name === "create")?.result === "skipped";
  const sentences: [isMeant: boolean, Conclusion["exitCode"], sentence: string][] = [
    [
      violations.length > 0,
      1,
      `The service does not conform to its specification: ${violations.join(", ")}.`,
    ],
    [
      vanished.length > 0,
      1,
      `A known violation no longer occurs: remove ${vanished.join(", ")} from the file, or it could hide the next one.`,
    ],
    [ended !== undefined, 4, `Inconclusive: ${ended}.`],
    [
      withoutConsent,
      4,
      `Inconclusive: ${names(({ result }) => result === "skipped").length} checks create plants. To make them, pass --create-on HOST.`,
    ],
    [unclear.length > 0, 4, `Inconclusive: ${unclear.join(", ")} showed nothing. The lines with ? say why.`],
    [differences.length > 0, 3, "The service has changed since the rules were written."],
    [expected.length > 0, 0, `The service has only known violations: ${expected.join(", ")}.`],
    [true, 0, "The service conforms to its specification, as far as these checks show."],
  ];
  const [, exitCode, sentence] = sentences.find(([isMeant]) => isMeant) as (typeof sentences)[0];
  const end = ended !== undefined && exitCode !== 4 ? ` The run ended early: ${ended}.` : "";
  return { ...report, expected, vanished, exitCode, sentence: sentence + end };
}
