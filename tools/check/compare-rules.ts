/** How a service has changed since its rules were written. */
import {
  type Creation,
  type PlantStoreRules,
  type Rejection,
  readDuplicates,
  readUnauthorized,
} from "../../src/contract/rules.ts";
import { describeRejection } from "./run/judge.ts";

/**
 * Compares what both say. What a check cannot find out, such as the range of ids and messages, is not compared.
 *
 * @returns a sentence for each difference
 */
export function compareRules(before: PlantStoreRules, now: PlantStoreRules): string[] {
  const after = describeRules(now);
  return Object.entries(describeRules(before)).flatMap(([key, was]) => {
    const is = after[key];
    return was === undefined || is === undefined || was === is
      ? []
      : [`\`${key}\` was ${was}, and is now ${is}.`];
  });
}

/** The rules as texts. */
export function describeRules(rules: PlantStoreRules): Record<string, string | undefined> {
  const { atomicIds, exactIds, bearerCase, maxBodyBytes, name, tag, idempotencyKey } = rules;
  const { equal, different } = readDuplicates(rules);
  const { missing, wrong } = readUnauthorized(rules);
  return {
    "duplicates.equal": decision(equal),
    "duplicates.different": decision(different),
    atomicIds: text(atomicIds),
    exactIds: text(exactIds),
    "unauthorized.missing": decision(missing),
    "unauthorized.wrong": decision(wrong),
    bearerCase: text(bearerCase),
    invalid: decision(rules.invalid),
    malformed: decision(rules.malformed),
    mediaType: decision(rules.mediaType),
    maxBodyBytes: text(maxBodyBytes),
    "name.minLength": text(name?.minLength),
    "name.maxLength": text(name?.maxLength),
    "name.unique": name?.unique === false ? "false" : decision(name?.unique),
    "tag.maxLength": text(tag?.maxLength),
    unknownFields: decision(rules.unknownFields),
    idempotencyKey: text(idempotencyKey),
  };
}

function decision(value: Creation | "ignored" | Rejection | undefined): string | undefined {
  if (value === undefined || typeof value === "string") return value && `"${value}"`;
  const { status, error } = value;
  return describeRejection(error === status ? { status } : value);
}

const text = (value: boolean | number | string | null | undefined) =>
  value === null ? "without a limit" : value?.toString();
