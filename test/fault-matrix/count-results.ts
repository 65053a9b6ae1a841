/** Counts the cases of each group by their results. */
import type { Group } from "./groups.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

const KINDS: CallResult["kind"][] = ["success", "rejected", "unexpected-response", "connection", "timeout"];
const OUTCOMES: CallResult["outcome"][] = ["created", "not-created", "unknown"];

/** The rows of a table: the heading, one row per group, and the total. A case counts once by kind and once by outcome. */
export function countResults(groups: Group[]): string[][] {
  const all = groups.flatMap(({ cases }) => cases);
  return [
    ["group", "cases", ...KINDS, ...OUTCOMES, "requests received"],
    ...groups.map(({ name, cases }) => [name, ...counts(cases)]),
    ["all", ...counts(all)],
  ];
}

function counts(cases: FaultCase[]): string[] {
  const results = cases.map(({ expected }) => expected);
  const kinds = KINDS.map((kind) => results.filter((result) => result.kind === kind).length);
  const outcomes = OUTCOMES.map((outcome) => results.filter((result) => result.outcome === outcome).length);
  const requests = results.reduce((sum, result) => sum + result.requests, 0);
  return [cases.length, ...kinds, ...outcomes, requests].map(String);
}
