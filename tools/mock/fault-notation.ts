/** Faults on the command line, such as "status:503" or "reset:after-create". */
import type { Fault, FaultType } from "../../mocks/parts/fault.ts";
import { flag as faultFlag } from "../../mocks/parts/fault-fields.ts";
import { FAULT_KINDS } from "../../mocks/parts/fault-kinds.ts";
import { validateFault } from "../../mocks/parts/validate-fault.ts";
import { flagOf } from "../terminal/flag-names.ts";
import { UsageError } from "../terminal/usage-error.ts";

const TYPES = Object.keys(FAULT_KINDS) as FaultType[];

/** The flags of a kind by their notation, such as "after-create". */
function flagsOf(type: FaultType): Map<string, string> {
  const flags = Object.entries(FAULT_KINDS[type].fields).filter(([, field]) => field === faultFlag);
  return new Map(flags.map(([name]) => [flagOf(name).slice(2), name]));
}

function notationOf(type: FaultType): string {
  const { argument } = FAULT_KINDS[type];
  const value = argument === undefined ? "" : `:${argument.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}`;
  return `${type}${value}${[...flagsOf(type).keys()].map((flag) => `[:${flag}]`).join("")}`;
}

export const FAULT_NOTATIONS = TYPES.map(notationOf);

/** @throws UsageError or OptionError, with the flag and the notation in its message */
export function parseFault(flag: string, notation: string): Fault {
  const given = `${flag} ${notation}`;
  const [name = "", ...parts] = notation.split(":");
  const type = TYPES.find((type) => type === name);
  if (type === undefined) return validateFault({ type: name }, given);
  const { argument } = FAULT_KINDS[type];
  const fault: Record<string, unknown> = { type };
  // Digits only, so that "1e3" and "" are not numbers.
  if (argument !== undefined)
    fault[argument] = /^\d{1,15}$/.test(parts[0] ?? "") ? Number(parts.shift()) : parts.shift();
  for (const [flag, field] of flagsOf(type)) if (parts[0] === flag) fault[field] = Boolean(parts.shift());
  if (parts.length > 0) throw new UsageError(`${given}: write ${notationOf(type)}.`);
  return validateFault(fault, given);
}

/** The notation of a fault, for the log, with its delay. */
export function formatFault(fault: Fault): string {
  const { argument } = FAULT_KINDS[fault.type];
  const value = argument === undefined ? [] : [Reflect.get(fault, argument)];
  const flags = Array.from(flagsOf(fault.type), ([flag, field]) => (Reflect.get(fault, field) ? [flag] : []));
  const text = [fault.type, ...value, ...flags.flat()].join(":");
  return fault.delay === undefined || argument === "delay" ? text : `delay:${fault.delay}, ${text}`;
}
