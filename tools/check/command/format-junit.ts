/** The report of `plant-store-sdk check` as JUnit XML, which CI systems show. */
import { withoutControls } from "../../terminal/print.ts";
import type { PlantStoreCheckResult } from "../index.ts";
import type { Conclusion } from "./conclude.ts";

/** An element of a test case. */
type Outcome = "failure" | "error" | "skipped" | "system-out";

const OUTCOMES: Partial<Record<PlantStoreCheckResult["result"], Outcome>> = {
  violation: "failure",
  inconclusive: "error",
  skipped: "skipped",
};

export function formatJunit(conclusion: Conclusion, baseUrl: string): string {
  const { checks, expected, vanished, differences } = conclusion;
  const cases = checks.map(({ name, result, detail, curl = "" }): [string, Outcome, string, string] => {
    if (expected.includes(name)) return [name, "skipped", `known: ${detail}`, ""];
    if (vanished.includes(name))
      return [name, "failure", `the known violation no longer occurs: ${detail}`, ""];
    return [name, OUTCOMES[result] ?? "system-out", detail, curl];
  });
  if (differences) {
    const isSame = differences.length === 0;
    const message = isSame ? "as before" : "the service has changed";
    cases.push(["rules", isSame ? "system-out" : "failure", message, differences.join("\n")]);
  }
  const count = (meant: Outcome) => cases.filter(([, outcome]) => outcome === meant).length;
  const counts = `failures="${count("failure")}" errors="${count("error")}" skipped="${count("skipped")}"`;
  const suite = `name="plant-store-sdk check ${escapeXml(baseUrl)}" tests="${cases.length}" ${counts}`;
  const lines = cases.map(([name, outcome, message, text]) => {
    const attribute = outcome === "system-out" ? "" : ` message="${escapeXml(message)}"`;
    const content = escapeXml(outcome === "system-out" ? message : text);
    const element = `<${outcome}${attribute}>${content}</${outcome}>`;
    return `  <testcase classname="plant-store-sdk.check" name="${name}">${element}</testcase>\n`;
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
