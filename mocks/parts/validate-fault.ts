/** Validates faults, which can come from untyped code. */
import { literal, optional, strictObject, type ZodMiniType } from "zod/mini";
import { parseJson, stringifyJson } from "../../src/contract/json.ts";
import type { Fault, FaultType } from "./fault.ts";
import { filterFields, MUST_BE_BODY, milliseconds, NULL_BODY_STATUSES } from "./fault-fields.ts";
import { FAULT_KINDS } from "./fault-kinds.ts";
import { invalidOption, readValue } from "./option-error.ts";
import { normalizePlant } from "./parse-plants.ts";
import { copyPlainData } from "./plain-data.ts";

const TYPES = Object.keys(FAULT_KINDS) as FaultType[];

type AnyFields = { body?: unknown; status?: unknown; id?: number | bigint };

/**
 * A schema for each kind. Not a discriminated union of Zod, which would add 3 kB to each build of the client.
 *
 * @param filters the fields that say to which requests a fault applies
 */
const schemasWith = (filters: Record<string, ZodMiniType>) =>
  new Map<unknown, ZodMiniType<AnyFields>>(
    TYPES.map((type) => {
      const { fields } = FAULT_KINDS[type];
      // Twice: first in the messages, and `delay` is required in a delay.
      const shape = { ...fields, ...filters, delay: optional(milliseconds), ...fields };
      const error = (issue: { code: string; keys?: string[] }) =>
        `has the unknown field ${issue.keys?.join(", ")}`;
      const schema = strictObject({ type: literal(type), ...shape }, { error });
      return [type, schema.check(checkBody) as ZodMiniType<AnyFields>];
    }),
  );

function checkBody({ value, issues }: { value: unknown; issues: unknown[] }): void {
  const { body, status } = value as AnyFields;
  if (body !== undefined && NULL_BODY_STATUSES.includes(status))
    issues.push({ code: "custom", input: undefined, path: ["body"], message: MUST_BE_BODY });
}

const withFilters = schemasWith(filterFields);
const withoutFilters = schemasWith({});

const NOT_AN_OBJECT = { path: [], message: "must be an object made by `faults`" };
const NO_TYPE = { path: ["type"], message: `must be ${TYPES.slice(0, -1).join(", ")} or ${TYPES.at(-1)}` };

/**
 * Returns a copy of the fault. Its body is what the JSON of it contains, and its id as `store.plants` has it.
 *
 * @param option of the caller, such as `faults[0]`
 * @param isRandom whether chaos decides to which requests it applies
 * @throws OptionError if the fault is invalid
 */
export function validateFault(fault: unknown, caller: string, option = "", isRandom = false): Fault {
  if (typeof fault !== "object" || fault === null || Array.isArray(fault))
    throw invalidOption(caller, option, [NOT_AN_OBJECT]);
  // An inherited value is not a field.
  const given: Partial<Fault> = readValue(caller, option, () => ({ ...fault }));
  const schema = (isRandom ? withoutFilters : withFilters).get(given.type);
  if (schema === undefined) throw invalidOption(caller, option, [NO_TYPE]);
  const { data, error } = schema.safeParse(given);
  if (error) throw invalidOption(caller, option, error.issues);
  const { body, id } = data;
  const plain = body === undefined || typeof body === "string" ? body : parseJson(`${stringifyJson(body)}`);
  const exact = id === undefined ? id : normalizePlant({ id, name: "" }).id;
  return copyPlainData<unknown>({ ...data, body: plain, id: exact }) as Fault;
}
