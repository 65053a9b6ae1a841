/** The report of `plant-store-sdk check`: as text, 80 columns wide, and as JUnit XML, which CI systems show. */
import { styleText } from "node:util";
import { plural } from "../../../src/common/format-count.ts";
import { wrap } from "../../terminal/format-text.ts";
import { withoutControls } from "../../terminal/print.ts";
import { CHECK_GROUPS } from "../check-plant-store.ts";
import { describeRules } from "../compare-rules.ts";
import type { PlantStoreCheckOutcome, PlantStoreCheckResult } from "../index.ts";
import { PREFIX } from "../run/fresh-plants.ts";
import type { Conclusion } from "./conclude.ts";

/** How results are shown. @param element of a JUnit test case */
type Shown = [mark: string, describe: (count: number) => string, element: string];

const RESULTS: Record<PlantStoreCheckOutcome, Shown> = {
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
