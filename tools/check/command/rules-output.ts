/** The file of `--write-rules`. It may be the only copy of what an earlier run found. */
import { existsSync } from "node:fs";
import { resolveBaseUrl } from "../../../src/call/resolve-base-url.ts";
import { stringifyJson } from "../../../src/contract/json.ts";
import {
  isSameRejection,
  type PlantStoreRules,
  type Rejection,
  readDuplicates,
  readUnauthorized,
} from "../../../src/contract/rules.ts";
import { writeOutput } from "../../terminal/output-file.ts";
import { readRules } from "../../terminal/rules-file.ts";
import { UsageError } from "../../terminal/usage-error.ts";
import { ALL_CHECKS } from "../check-plant-store.ts";
import { describeRules } from "../compare-rules.ts";
import type { Conclusion } from "./conclude.ts";

/** Reads the file before the run. @throws UsageError if it has no rules, or those of another service */
export async function readEarlierRules(path: string | undefined, baseUrl: string) {
  if (path === undefined || !existsSync(path)) return undefined;
  const rules = await readRules(path, "--write-rules");
  const { checked } = rules;
  if (checked && checked.baseUrl !== resolveBaseUrl(baseUrl, true, undefined))
    throw new UsageError(`${path} has the rules of ${checked.baseUrl}. Choose another name.`);
  return rules;
}

/** Writes what was found, and keeps the smallest id, a largest one and messages. Returns what was not written, and why. */
export function writeRules(
  path: string,
  { rules, ended, checks }: Conclusion,
  before: PlantStoreRules = {},
): string {
  const hasCreated = checks.some(({ name, result }) => name === "create" && result !== "skipped");
  if (ended !== undefined || !hasCreated)
    return `${path} was not written, because ${ended === undefined ? "no plant was created" : "the run ended early"}.`;
  const { $schema, id } = before;
  const known = { ...before, duplicates: readDuplicates(before), unauthorized: readUnauthorized(before) };
  const found = { ...rules, ...(id && { id: { min: id.min, max: id.max, ...rules.id } }) };
  const kept = { ...($schema && { $schema }), ...withMessages(found, known) };
  writeOutput(path, [`${stringifyJson(kept, 2)}\n`]);
  const omitted = unknownRules(rules, checks);
  if (omitted.length === 0) return "";
  return `Omitted from ${path}, because this run did not find them out: ${omitted.join(", ")}.`;
}

/** The paths of the rules that no check found out. */
function unknownRules(rules: PlantStoreRules, checks: Conclusion["checks"]): string[] {
  const known = describeRules(rules);
  const made = checks.filter(({ result }) => result === "pass" || result === "fact").map(({ name }) => name);
  const paths = ALL_CHECKS.flatMap(({ name, finds = [], mayFind = [] }) =>
    made.includes(name) ? finds : [...finds, ...mayFind],
  );
  return [...new Set(paths)].filter((path) => known[path] === undefined);
}

/** Adds the messages of equal rejections. */
function withMessages<T>(value: T, before: unknown): T {
  if (!(value instanceof Object && before instanceof Object)) return value;
  const { message } = before as Rejection;
  const isKnown = message !== undefined && isSameRejection(value as Rejection & T, before as Rejection);
  const old = before as Record<string, unknown>;
  const entries = Object.entries(value).map(([key, inner]) => [key, withMessages(inner, old[key])]);
  return { ...Object.fromEntries(entries), ...(isKnown && { message }) };
}
