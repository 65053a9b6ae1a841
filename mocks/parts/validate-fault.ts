/** Validates faults, which can come from untyped code. */
import { discriminatedUnion, literal, optional, strictObject, type ZodMiniType } from "zod/mini";
import { parseJson, stringifyJson } from "../../src/contract/json.ts";
import type { Fault, FaultType } from "./fault.ts";
import { filterFields, MUST_BE_BODY, milliseconds, NULL_BODY_STATUSES } from "./fault-fields.ts";
import { FAULT_KINDS } from "./fault-kinds.ts";
import { invalidOption, readValue } from "./option-error.ts";
import { normalizePlant } from "./parse-plants.ts";
import { copyPlainData } from "./plain-data.ts";

const TYPES = Object.keys(FAULT_KINDS) as FaultType[];

/** @param filters the fields that say to which requests a fault applies */
function schemaWith(filters: Record<string, ZodMiniType>) {
  const kinds = TYPES.map((type) => {
    const { fields } = FAULT_KINDS[type];
    // Twice: first in the messages, and `delay` is required in a delay.
    const shape = { ...fields, ...filters, delay: optional(milliseconds), ...fields };
    const error = (issue: { code: string; keys?: string[] }) =>
      `has the unknown field ${issue.keys?.join(", ")}`;
    return strictObject({ type: literal(type), ...shape }, { error });
  });
  const types = `${TYPES.slice(0, -1).join(", ")} or ${TYPES.at(-1)}`;
  const error = ({ code }: { code: string }) =>
    `must be ${code === "invalid_type" ? "an object made by `faults`" : types}`;
  return discriminatedUnion("type", kinds as [(typeof kinds)[0]], { error }).check(({ value, issues }) => {
    const { body, status } = value as AnyFields;
    if (body !== undefined && NULL_BODY_STATUSES.includes(status))
      issues.push({ code: "custom", input: undefined, path: ["body"], message: MUST_BE_BODY });
  });
}

type AnyFields = { body?: unknown; status?: unknown; id?: number | bigint };

const withFilters = schemaWith(filterFields);
const withoutFilters = schemaWith({});

/**
 * Returns a copy of the fault. Its body is what the JSON of it contains, and its id as `store.plants` has it.
 *
 * @param option of the caller, such as `faults[0]`
 * @param isRandom whether chaos decides to which requests it applies
 * @throws OptionError if the fault is invalid
 */
export function validateFault(fault: unknown, caller: string, option = "", isRandom = false): Fault {
  const isObject = typeof fault === "object" && fault !== null && !Array.isArray(fault);
  // An inherited value is not a field.
  const given = readValue(caller, option, () => (isObject ? { ...fault } : undefined));
  const { data, error } = (isRandom ? withoutFilters : withFilters).safeParse(given);
  if (error) throw invalidOption(caller, option, error.issues);
  const { body, id } = data as AnyFields;
  const plain = body === undefined || typeof body === "string" ? body : parseJson(`${stringifyJson(body)}`);
  const exact = id === undefined ? id : normalizePlant({ id, name: "" }).id;
  return copyPlainData<unknown>({ ...data, body: plain, id: exact }) as Fault;
}
