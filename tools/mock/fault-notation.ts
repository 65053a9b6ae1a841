/** Faults on the command line, such as "status:503" or "reset:after-create". */
import type { Fault, FaultType } from "../../mocks/parts/fault.ts";
import { FAULT_KINDS } from "../../mocks/parts/fault-kinds.ts";
import { validateFault } from "../../mocks/parts/validate-fault.ts";
import { UsageError } from "../terminal/usage-error.ts";

const AFTER_CREATE = "after-create";

const TYPES = Object.keys(FAULT_KINDS) as FaultType[];

function notationOf(type: FaultType): string {
  const { argument, fields } = FAULT_KINDS[type];
  const value = argument === undefined ? "" : `:${argument.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`;
  return `${type}${value}${"afterCreate" in fields ? `[:${AFTER_CREATE}]` : ""}`;
}

export const FAULT_NOTATIONS = TYPES.map(notationOf);

/** @throws UsageError or OptionError, with the flag and the notation in its message */
export function parseFault(flag: string, notation: string): Fault {
  const given = `${flag} ${notation}`;
  const [name = "", ...parts] = notation.split(":");
  const type = TYPES.find((type) => type === name);
  if (type === undefined) return validateFault({ type: name }, given);
  const { argument, fields } = FAULT_KINDS[type];
  const fault: Record<string, unknown> = { type };
  // Digits only, so that "1e3" and "" are not numbers.
  if (argument !== undefined)
    fault[argument] = /^\d{1,15}$/.test(parts[0] ?? "") ? Number(parts.shift()) : parts.shift();
  if ("afterCreate" in fields && parts[0] === AFTER_CREATE) fault.afterCreate = Boolean(parts.shift());
  if (parts.length > 0) throw new UsageError(`${given}: write ${notationOf(type)}.`);
  return validateFault(fault, given);
}

/** The notation of a fault, for the log, with its delay. */
export function formatFault(fault: Fault): string {
  const { argument } = FAULT_KINDS[fault.type];
  const value = argument === undefined ? [] : [Reflect.get(fault, argument)];
  const timing = "afterCreate" in fault && fault.afterCreate ? [AFTER_CREATE] : [];
  const text = [fault.type, ...value, ...timing].join(":");
  return fault.delay === undefined || fault.type === "delay" ? text : `delay:${fault.delay}, ${text}`;
}
