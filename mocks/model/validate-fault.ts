/** Validates faults, which can come from untyped code. */
import * as z from "zod/mini";
import { formatIssues } from "../../src/contract/issues.ts";
import type { Fault } from "./fault.ts";
import { filterFields, milliseconds } from "./fault-fields.ts";
import { FAULT_KINDS, NULL_BODY_STATUSES } from "./fault-kinds.ts";
import { copyPlainData } from "./plain-data.ts";

/**
 * Returns a copy of the fault.
 *
 * @param problem starts the message
 * @throws TypeError if the fault is invalid
 */
export function validateFault(fault: unknown, problem: string): Fault {
  return parse(fault, problem, filterFields);
}

/** Like {@link validateFault}, for chaos, which decides by itself which requests get a fault. */
export function validateChaosFault(fault: unknown, problem: string): Fault {
  return parse(fault, problem, {});
}

function parse(value: unknown, problem: string, filters: Record<string, z.ZodMiniType>): Fault {
  let issues: Parameters<typeof formatIssues>[0];
  try {
    const { data, error } = check(value, filters);
    if (data) return copyPlainData(data) as Fault;
    issues = error.issues;
  } catch {
    issues = [{ path: [], message: "cannot be read" }]; // A `toJSON` or a getter threw.
  }
  throw new TypeError(`${problem}: ${formatIssues(issues, "it")}.`);
}

const types = Object.keys(FAULT_KINDS);

function check(value: unknown, filters: Record<string, z.ZodMiniType>) {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject) return z.never("must be an object made by `faults`").safeParse(value);
  const fault: Record<string, unknown> = { ...value }; // An inherited value is not a field: a function has a name.
  const type = z.enum(types, `must be ${types.slice(0, -1).join(", ")} or ${types.at(-1)}`);
  const kind = Object.entries(FAULT_KINDS).find(([name]) => name === fault.type)?.[1];
  if (kind === undefined) return z.object({ type }).safeParse(fault);
  const optional = Object.entries({ ...filters, delay: milliseconds });
  const shape: Record<string, z.ZodMiniType> = {
    type,
    ...kind.fields,
    ...Object.fromEntries(optional.map(([name, schema]) => [name, z.optional(schema)])),
    ...kind.fields, // Again: `delay` is required in a delay.
  };
  const unknownFields = ({ keys }: z.core.$ZodRawIssue) =>
    `has the unknown field ${(keys as string[]).join(", ")}`;
  return z
    .strictObject(shape, { error: unknownFields })
    .check(
      z.refine(({ status, body }) => body === undefined || !NULL_BODY_STATUSES.includes(Number(status)), {
        path: ["body"],
        error: `must be absent: a response with status ${NULL_BODY_STATUSES.join(", ")} has no body`,
      }),
    )
    .safeParse(fault);
}
