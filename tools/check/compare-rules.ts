/** How a service has changed since its rules were written. */
import {
  type PlantStoreRules,
  type Rejection,
  readDuplicates,
  readUnauthorized,
} from "../../src/contract/rules.ts";
import { describeRejection } from "./run/judge.ts";

/** Returns a sentence for each rule of both that differs. Messages do not count, because no check finds them out. */
export function compareRules(before: PlantStoreRules, now: PlantStoreRules): string[] {
  const after = describeRules(now);
  return Object.entries(describeRules(before)).flatMap(([key, was]) => {
    const is = after[key];
    return was === undefined || is === undefined || was === is
      ? []
      : [`\`${key}\` was ${was}, and is now ${is}.`];
  });
}

/** The rules as texts, by their path such as `name.maxLength`. */
export function describeRules(rules: PlantStoreRules): Record<string, string | undefined> {
  const { $schema, version, checked, idempotencyKey, ...others } = rules;
  const { different = idempotencyKey ? "replayed" : undefined } = Object(idempotencyKey);
  return Object.fromEntries([
    ...describe("duplicates", readDuplicates(rules)),
    ...describe("unauthorized", readUnauthorized(rules)),
    ...Object.entries(others).flatMap(([key, value]) => describe(key, value)),
    ...describe("idempotencyKey", idempotencyKey && true),
    ...describe("idempotencyKey.different", different),
  ]);
}

function describe(key: string, value: unknown): [key: string, text: string][] {
  if (value === undefined) return [];
  if (value === null) return [[key, "without a limit"]];
  if (typeof value === "string") return [[key, `"${value}"`]];
  if (typeof value !== "object") return [[key, String(value)]];
  if (!isRejection(value))
    return Object.entries(value).flatMap(([inner, part]) => describe(`${key}.${inner}`, part));
  const { status, error } = value;
  return [[key, describeRejection(error === status ? { status } : value)]];
}

const isRejection = (value: object): value is Rejection => "status" in value;
