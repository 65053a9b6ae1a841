/** Validates faults, which can come from untyped code. */
import type { ZodIssue } from "../../src/contract/issues.ts";
import { parseJson, stringifyJson } from "../../src/contract/json.ts";
import type { Fault } from "./fault.ts";
import { type FieldRule, filterFields, milliseconds, optional } from "./fault-fields.ts";
import { FAULT_KINDS } from "./fault-kinds.ts";
import { invalidOption, readValue } from "./option-error.ts";
import { normalizePlant } from "./parse-plants.ts";
import { copyPlainData } from "./plain-data.ts";

/**
 * Returns a copy of the fault. Its body is what the JSON of it contains, and its id as `store.plants` has it.
 *
 * @param option of the caller, such as `faults[0]`
 * @param filters the fields that say to which requests it applies. Chaos decides that by itself, without any
 * @throws OptionError if the fault is invalid
 */
export function validateFault(fault: unknown, caller: string, option = "", filters = filterFields): Fault {
  // An inherited value is not a field: a function has a name.
  const fields: Record<string, unknown> = readValue(caller, option, () => ({ ...Object(fault) }));
  const issues = findIssues(fault, fields, filters);
  if (issues.length > 0) throw invalidOption(caller, option, issues);
  const { body, id } = fields;
  if (typeof body === "object") fields.body = parseJson(`${stringifyJson(body)}`);
  if (id !== undefined) fields.id = normalizePlant({ id: id as number, name: "" }).id;
  return copyPlainData<unknown>(fields) as Fault;
}

const types = Object.keys(FAULT_KINDS);

function findIssues(
  value: unknown,
  fault: Record<string, unknown>,
  filters: Record<string, FieldRule>,
): ZodIssue[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [{ path: [], message: "must be an object made by `faults`" }];
  const kind = Object.entries(FAULT_KINDS).find(([name]) => name === fault.type)?.[1];
  if (kind === undefined)
    return [{ path: ["type"], message: `must be ${types.slice(0, -1).join(", ")} or ${types.at(-1)}` }];
  const common = { ...filters, delay: optional(milliseconds) };
  // Twice: first in the messages, and `delay` is required in a delay.
  const rules: Record<string, FieldRule> = { ...kind.fields, ...common, ...kind.fields };
  const issues = Object.entries(rules).flatMap(([name, [isValid, expected, isOptional]]): ZodIssue[] => {
    try {
      if ((isOptional && fault[name] === undefined) || isValid(fault[name] as never, fault)) return [];
    } catch {}
    return [{ path: [name], message: `must be ${expected}` }];
  });
  const unknown = Object.keys(fault).filter((name) => name !== "type" && !Object.hasOwn(rules, name));
  if (unknown.length > 0) issues.push({ path: [], message: `has the unknown field ${unknown.join(", ")}` });
  return issues;
}
