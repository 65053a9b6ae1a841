/** Faults on the command line, such as "status:503" or "reset:after-create". */
import type { Fault, FaultType } from "../../mocks/model/fault.ts";
import { FAULT_KINDS } from "../../mocks/model/fault-kinds.ts";
import { validateChaosFault } from "../../mocks/model/validate-fault.ts";

const AFTER_CREATE = "after-create";

const TYPES = Object.keys(FAULT_KINDS) as FaultType[];

/** All notations, by type, for the help. */
export const FAULT_NOTATIONS = new Map<string, string>(
  TYPES.map((type) => {
    const { argument, fields } = FAULT_KINDS[type];
    const timing = "afterCreate" in fields ? `[:${AFTER_CREATE}]` : "";
    return [
      type,
      type +
        (argument === undefined ? "" : `:${argument.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`) +
        timing,
    ];
  }),
);

/** @throws Error for the user */
export function parseFault(notation: string): Fault {
  const problem = `--chaos-fault ${notation}`;
  const [name = "", ...parts] = notation.split(":");
  const type = TYPES.find((type) => type === name);
  if (type === undefined) return validateChaosFault({ type: name }, problem);
  const { argument, fields } = FAULT_KINDS[type];
  const fault: Record<string, unknown> = { type };
  if (argument !== undefined) fault[argument] = parseInteger(parts.shift());
  if ("afterCreate" in fields && parts[0] === AFTER_CREATE)
    fault.afterCreate = parts.shift() === AFTER_CREATE;
  if (parts.length > 0) throw new Error(`${problem}: write ${FAULT_NOTATIONS.get(type)}.`);
  return validateChaosFault(fault, problem);
}

/** Digits only, so that "1e3" and "" are not numbers. */
export function parseInteger(text = ""): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

/** The notation of a fault, for the log, with its delay. */
export function formatFault(fault: Fault): string {
  const { argument } = FAULT_KINDS[fault.type];
  const value = argument === undefined ? [] : [Reflect.get(fault, argument)];
  const timing = "afterCreate" in fault && fault.afterCreate ? [AFTER_CREATE] : [];
  const text = [fault.type, ...value, ...timing].join(":");
  return fault.delay === undefined || fault.type === "delay" ? text : `delay:${fault.delay}, ${text}`;
}
