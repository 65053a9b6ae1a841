/** What a report means: as text, 80 columns wide, and as JUnit XML, which CI systems show. */
import { styleText } from "node:util";
import { plural } from "../../../src/common/format-count.ts";
import { EXIT_INTERRUPTED, EXIT_USAGE } from "../../terminal/command.ts";
import { wrap } from "../../terminal/format-text.ts";
import { withoutControls } from "../../terminal/print.ts";
import { CHECK_GROUPS, describeRules, NEEDS_CONSENT } from "../check-plant-store.ts";
import type { PlantStoreCheckName, PlantStoreCheckReport, PlantStoreCheckResult } from "../index.ts";
import { PREFIX } from "../run/fresh-plants.ts";
import { HIDDEN } from "../run/report.ts";

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
  /** Known violations, also those that a plant of an earlier run hides. */
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
  const isKnown = ({ name, result, detail }: PlantStoreCheckResult) =>
    known.has(name) && (result === "violation" || (result === "inconclusive" && detail.includes(HIDDEN)));
  const expected = names(isKnown);
  const vanished = names(({ name, result }) => (result === "pass" || result === "fact") && known.has(name));
  const wrong = names(({ name, result }) => result === "violation" && !known.has(name)).join(", ");
  const unclear = names((check) => check.result === "inconclusive" && !isKnown(check)).join(", ");
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
    [expected.length, "conforms", `The service has no new violations. Known: ${expected.join(", ")}.`],
    [true, "conforms", `The service conforms to its specification, ${but || "as far as these checks show"}.`],
  ];
  const [, end, sentence] = sentences.find(([isMeant]) => isMeant) as (typeof sentences)[0];
  const remark = ended !== undefined && end !== "inconclusive" ? ` The run ended early: ${ended}.` : "";
  return { ...report, expected, vanished, exitCode: EXIT_CODES[end][0], sentence: sentence + remark };
}

/** How results are shown: their mark, their count, and their element in JUnit XML. */
type Shown = [mark: string, describe: (count: number) => string, element: string];
const RESULTS: Record<PlantStoreCheckResult["result"], Shown> = {
  pass: [styleText("green", "✓"), (count) => `${count} passed`, "system-out"],
  violation: [styleText("red", "✗"), (count) => plural(count, "violation"), "failure"],
  fact: ["·", (count) => plural(count, "fact"), "system-out"],
  skipped: [styleText("dim", "–"), (count) => `${count} skipped`, "skipped"],
  inconclusive: [styleText("yellow", "?"), (count) => `${count} inconclusive`, "error"],
};

/** Columns before a detail. */
const DETAIL_COLUMN = 30;

const NAMES = `If the service stores some under other ids, find these by their names, which begin with \`${PREFIX.trim()}\`.`;

/** A check, after the heading of its group if it is the first one. */
export function formatCheck({ name, result, detail, curl }: PlantStoreCheckResult): string {
  const heading = Object.entries(CHECK_GROUPS).find(([, checks]) => Object.keys(checks)[0] === name)?.[0];
  const lines = heading === undefined ? [] : ["", styleText("bold", heading)];
  lines.push(`  ${RESULTS[result][0]} ${name.padEnd(DETAIL_COLUMN - 4)}${indented(detail)}`);
  // Not wrapped, so that it can be copied.
  if (curl !== undefined)
    lines.push("", ...curl.split("\n").map((line) => `    ${withoutControls(line)}`), "");
  return lines.join("\n");
}

/** The rules, their differences from those in the file, and the conclusion. */
export function formatEnd(conclusion: Conclusion, rulesFile: string | undefined): string {
  const { checks, rules, differences = [], created, sentence } = conclusion;
  const isLong = (rules.name?.maxLength ?? PREFIX.length) >= PREFIX.length;
  const ids = created.length === 0 ? [] : [created.join(", "), ...(isLong ? [NAMES] : [])];
  const formatRule = ([key, value]: [string, unknown]) => `  · ${key.padEnd(DETAIL_COLUMN - 4)}${value}`;
  const formatDifference = (text: string) =>
    `  ${styleText("yellow", "!")} ${wrap(text, 76).replaceAll("\n", "\n    ")}`;
  const formatIds = (line: string) => `  ${wrap(line, 78, "  ")}`;
  const counts = Object.entries(RESULTS).flatMap(([result, [, describe]]) => {
    const count = checks.filter((check) => check.result === result).length;
    return count === 0 ? [] : [describe(count)];
  });
  return [
    ...section("Rules of this service", Object.entries(describeRules(rules)).map(formatRule)),
    ...section(`Differences from ${withoutControls(`${rulesFile}`)}`, differences.map(formatDifference)),
    ...section("Ids of plants that exist or may exist", ids.map(formatIds)),
    "",
    `${plural(checks.length, "check")}: ${counts.join(", ")}.`,
    wrap(sentence),
  ].join("\n");
}

const section = (title: string, lines: string[]) =>
  lines.length === 0 ? [] : ["", styleText("bold", title), ...lines];

/** Wrapped beside the names. A longer word, such as a JSON document, is broken. */
function indented(detail: string): string {
  const width = 80 - DETAIL_COLUMN;
  const words = detail.split(" ").flatMap((word) => word.match(new RegExp(`.{1,${width}}`, "gu")) ?? []);
  return wrap(words.join(" "), width).replaceAll("\n", `\n${" ".repeat(DETAIL_COLUMN)}`);
}

export function formatJunit(conclusion: Conclusion, baseUrl: string): string {
  const { checks, expected, vanished, differences } = conclusion;
  const cases = checks.map(({ name, result, detail, curl = "" }) => {
    if (expected.includes(name)) return [name, "skipped", `known: ${detail}`, ""];
    if (vanished.includes(name))
      return [name, "failure", `the known violation no longer occurs: ${detail}`, ""];
    return [name, RESULTS[result][2], detail, curl];
  });
  if (differences?.length === 0) cases.push(["rules", "system-out", "as before", ""]);
  else if (differences) cases.push(["rules", "failure", "the service has changed", differences.join("\n")]);
  const count = (meant: string) => cases.filter(([, element]) => element === meant).length;
  const counts = `failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
  const suite = `name="plant-store-sdk check ${escapeXml(baseUrl)}" tests="${cases.length}" ${counts}`;
  const lines = cases.map(([name, element, message = "", text = ""]) => {
    const [attribute, content] =
      element === "system-out" ? ["", message] : [` message="${escapeXml(message)}"`, text];
    const outcome = `<${element}${attribute}>${escapeXml(content)}</${element}>`;
    return `  <testcase classname="plant-store-sdk.check" name="${name}">${outcome}</testcase>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite ${suite}>\n${lines.join("")}</testsuite>\n`;
}

/** Lone surrogates, control characters, U+FFFE and U+FFFF cannot be written in XML. */
function escapeXml(text: string): string {
  const valid = text.toWellFormed().split("\n").map(withoutControls).join("\n");
  return valid
    .replace(/[\ufffe\uffff]/g, "")
    .replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
