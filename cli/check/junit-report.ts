/** The report of `plant-store-sdk check` as JUnit XML, which CI systems show. */
import type { PlantStoreCheckReport, PlantStoreCheckResult } from "../../src/check/index.ts";
import { withoutControls } from "../terminal-text.ts";

export function formatJunit({ checks }: PlantStoreCheckReport, baseUrl: string): string {
  const count = (result: PlantStoreCheckResult["result"]) =>
    checks.filter((check) => check.result === result).length;
  const attributes = [
    `name="plant-store-sdk check ${escapeXml(baseUrl)}"`,
    `tests="${checks.length}"`,
    `failures="${count("violation")}"`,
    `errors="${count("inconclusive")}"`,
    `skipped="${count("skipped")}"`,
  ];
  const cases = checks.map((check) => `  ${formatCase(check)}\n`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite ${attributes.join(" ")}>\n${cases}</testsuite>\n`;
}

function formatCase({ name, result, detail, curl = "" }: PlantStoreCheckResult): string {
  const start = `<testcase classname="plant-store-sdk.check" name="${name}"`;
  const message = `message="${escapeXml(detail)}"`;
  switch (result) {
    case "violation":
      return `${start}><failure ${message}>${escapeXml(curl)}</failure></testcase>`;
    case "inconclusive":
      return `${start}><error ${message}/></testcase>`;
    case "skipped":
      return `${start}><skipped ${message}/></testcase>`;
    default:
      return `${start}><system-out>${escapeXml(detail)}</system-out></testcase>`;
  }
}

const ENTITIES: Record<string, string> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Lone surrogates, control characters, U+FFFE and U+FFFF cannot be written in XML. */
function escapeXml(text: string): string {
  const valid = text
    .toWellFormed()
    .split("\n")
    .map(withoutControls)
    .join("\n")
    .replace(/[\ufffe\uffff]/g, "");
  return valid.replace(/[<>&"']/g, (character) => ENTITIES[character] ?? "");
}
