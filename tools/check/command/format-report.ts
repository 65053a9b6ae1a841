/** The report of `plant-store-sdk check` as text, 80 columns wide. */
import { styleText } from "node:util";
import { plural } from "../../../src/common/format-count.ts";
import { wrap } from "../../terminal/format-text.ts";
import { withoutControls } from "../../terminal/print.ts";
import { CHECK_GROUPS } from "../check-plant-store.ts";
import { describeRules } from "../compare-rules.ts";
import type { PlantStoreCheckOutcome, PlantStoreCheckResult } from "../index.ts";
import { PREFIX } from "../run/fresh-plants.ts";
import type { Conclusion } from "./conclude.ts";

/** The mark and the count of each result. */
const RESULTS: Record<PlantStoreCheckOutcome, [mark: string, describe: (count: number) => string]> = {
  pass: [styleText("green", "✓"), (count) => `${count} passed`],
  violation: [styleText("red", "✗"), (count) => plural(count, "violation")],
  fact: ["·", (count) => plural(count, "fact")],
  skipped: [styleText("dim", "–"), (count) => `${count} skipped`],
  inconclusive: [styleText("yellow", "?"), (count) => `${count} inconclusive`],
};

/** Columns before a detail. */
const DETAIL_COLUMN = 30;

/** A check, after the heading of its group if it is the first one. */
export function formatCheck({ name, result, detail, curl }: PlantStoreCheckResult): string {
  const heading = Object.entries(CHECK_GROUPS).find(([, checks]) => Object.keys(checks)[0] === name)?.[0];
  const lines = [`  ${RESULTS[result][0]} ${name.padEnd(DETAIL_COLUMN - 4)}${indented(detail)}`];
  // Not wrapped, so that it can be copied.
  if (curl !== undefined)
    lines.push("", ...curl.split("\n").map((line) => `    ${withoutControls(line)}`), "");
  return [...(heading === undefined ? [] : ["", styleText("bold", heading)]), ...lines].join("\n");
}

/** The rules, their differences from those in the file, and the conclusion. */
export function formatEnd(conclusion: Conclusion, rulesFile: string | undefined): string {
  const { checks, rules, differences = [], created, sentence } = conclusion;
  const isLong = (rules.name?.maxLength ?? PREFIX.length) >= PREFIX.length;
  const ids = created.length === 0 ? [] : [created.join(", "), ...(isLong ? [NAMES] : [])];
  return [
    ...section("Rules of this service", Object.entries(describeRules(rules)).map(formatRule)),
    ...section(
      `Differences from ${withoutControls(`${rulesFile}`)}`,
      differences.map((text) => `  ${styleText("yellow", "!")} ${wrap(text, 76).replaceAll("\n", "\n    ")}`),
    ),
    ...section(
      "Ids of plants that exist or may exist",
      ids.map((line) => `  ${wrap(line, 78, "  ")}`),
    ),
    "",
    countResults(checks),
    wrap(sentence),
  ].join("\n");
}

const formatRule = ([key, value]: [string, unknown]) => `  · ${key.padEnd(DETAIL_COLUMN - 4)}${value}`;

const NAMES = `If the service stores some under other ids, find these by their names, which begin with \`${PREFIX.trim()}\`.`;

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ["", styleText("bold", title), ...lines];
}

function countResults(checks: PlantStoreCheckResult[]): string {
  const counts = Object.entries(RESULTS).flatMap(([result, [, describe]]) => {
    const count = checks.filter((check) => check.result === result).length;
    return count === 0 ? [] : [describe(count)];
  });
  return `${plural(checks.length, "check")}: ${counts.join(", ")}.`;
}

/** Wrapped beside the names. A longer word, such as a JSON document, is broken. */
function indented(detail: string): string {
  const width = 80 - DETAIL_COLUMN;
  const words = detail.split(" ").flatMap((word) => word.match(new RegExp(`.{1,${width}}`, "gu")) ?? []);
  return wrap(words.join(" "), width).replaceAll("\n", `\n${" ".repeat(DETAIL_COLUMN)}`);
}
