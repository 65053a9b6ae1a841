/** The fault matrix in figures: how many cases of each group end in which way. */
import type { Group } from "./groups.ts";
import type { Ending, FaultCase } from "./matrix.ts";

const KINDS: Ending["kind"][] = ["success", "rejected", "unexpected-response", "connection", "timeout"];
const OUTCOMES: Ending["outcome"][] = ["created", "not-created", "unknown"];

/** A table's rows: the head, a row a group, and the sum. Each case counts under its kind and under its outcome. */
export function countEndings(groups: Group[]): string[][] {
  const all = groups.flatMap(({ cases }) => cases);
  return [
    ["group", "cases", ...KINDS, ...OUTCOMES, "requests at the peer"],
    ...groups.map(({ name, cases }) => [name, ...figures(cases)]),
    ["all", ...figures(all)],
  ];
}

function figures(cases: FaultCase[]): string[] {
  const endings = cases.map(({ ending }) => ending);
  const kinds = KINDS.map((kind) => endings.filter((ending) => ending.kind === kind).length);
  const outcomes = OUTCOMES.map((outcome) => endings.filter((ending) => ending.outcome === outcome).length);
  const requests = endings.reduce((sum, ending) => sum + ending.requests, 0);
  return [cases.length, ...kinds, ...outcomes, requests].map(String);
}
