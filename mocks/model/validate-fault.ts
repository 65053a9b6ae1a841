/** Validates faults, which can come from untyped code. */
import * as z from "zod/mini";
import { formatIssues } from "../../src/contract/issues.ts";
import type { Fault, FaultType } from "./fault.ts";
import { id, milliseconds, text, times } from "./fault-fields.ts";
import { FAULT_KINDS, NULL_BODY_STATUSES } from "./fault-kinds.ts";
import { copyPlainData } from "./plain-data.ts";

/**
 * Returns copies of the faults.
 *
 * @param caller for the message
 * @throws TypeError for the first invalid fault
 */
export function validateFaults(faults: readonly Fault[], caller: string): Fault[] {
  return faults.map((fault, index) =>
    validateFault(fault, `${caller}: argument ${index + 1} is not a valid fault`),
  );
}

/**
 * Returns a copy of the fault.
 *
 * @param problem starts the message
 * @throws TypeError if the fault is invalid
 */
export function validateFault(fault: unknown, problem: string): Fault {
  return parse(faultSchema, fault, problem);
}

/** Like {@link validateFault}, for chaos, which decides by itself which requests get a fault. */
export function validateChaosFault(fault: unknown, problem: string): Fault {
  return parse(chaosFaultSchema, fault, problem);
}

function parse(schema: z.ZodMiniType<Fault>, fault: unknown, problem: string): Fault {
  let issues: Parameters<typeof formatIssues>[0];
  try {
    // An inherited value is not a field: a function has a name.
    const { data, error } = schema.safeParse(isObject(fault) ? { ...fault } : fault);
    if (data) return copyPlainData(data);
    issues = error.issues;
  } catch {
    issues = [{ path: [], message: "cannot be read" }]; // A `toJSON` or a getter threw.
  }
  throw new TypeError(`${problem}: ${formatIssues(issues, "it")}.`);
}

const unknownFields = {
  error: ({ keys }: z.core.$ZodRawIssue) => `has the unknown field ${(keys as string[]).join(", ")}`,
};

const delay = { delay: z.optional(milliseconds) };
const faultSchema = schemaOf({
  times: z.optional(times),
  for: z.optional(milliseconds),
  id: z.optional(id),
  name: z.optional(text),
  ...delay,
});
const chaosFaultSchema = schemaOf(delay);

/** @param common the fields that every fault may have */
function schemaOf(common: Record<string, z.ZodMiniType>): z.ZodMiniType<Fault> {
  const types = Object.keys(FAULT_KINDS) as FaultType[];
  const schemas = types.map((type) => {
    const fields: Record<string, z.ZodMiniType> = FAULT_KINDS[type].fields;
    // Its own fields come first, and win: `delay` is required in a delay.
    const shape: typeof fields = { type: z.literal(type), ...fields, ...common, ...fields };
    return z.strictObject(shape, unknownFields).check(
      z.refine(({ status, body }) => body === undefined || !NULL_BODY_STATUSES.includes(Number(status)), {
        path: ["body"],
        error: `must be absent: a response with status ${NULL_BODY_STATUSES.join(", ")} has no body`,
      }),
    );
  });
  const error = ({ input }: z.core.$ZodRawIssue) => explainType(input, types);
  // Zod cannot infer the union of a list. The type of FAULT_KINDS checks each field.
  return z.discriminatedUnion("type", schemas as never, { error }) as unknown as z.ZodMiniType<Fault>;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Why a value has no known type. */
function explainType(input: unknown, types: string[]): string {
  if (!isObject(input)) return "must be an object made by `faults`";
  return `must be ${types.slice(0, -1).join(", ")} or ${types.at(-1)}`;
}
