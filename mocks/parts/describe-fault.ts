/** What a fault does, for people. */
import type { Fault } from "./fault.ts";
import { kindOf } from "./fault-kinds.ts";

/** What a fault does, in words. */
export interface FaultDescription {
  /** A short name, such as "503" or "Slow 2 s, then Hang × 3 for plant 42". */
  label: string;
  /** What it does, such as "creates the plant, then drops the connection". */
  effect: string;
  /** Whether the plant is created. */
  createsPlant: boolean;
}

/** Says what a fault does to a valid request. */
export function describeFault(fault: Fault): FaultDescription {
  const kind = kindOf(fault);
  const createsPlant = kind.creates(fault);
  const wait = fault.delay ? `waits ${seconds(fault.delay)}, then ` : "";
  const creation = createsPlant && kind.apply !== undefined ? "creates the plant, then " : "";
  const effect = `${wait}${creation}${kind.effect(fault)}${createsPlant ? "" : " and creates nothing"}`;
  return { label: labelOf(fault), effect, createsPlant };
}

function labelOf(fault: Fault): string {
  const { delay, times, for: duration, id, name } = fault;
  const plant = [id, name].filter((part) => part !== undefined).join(" ");
  const label = kindOf(fault).label(fault);
  return [
    delay === undefined ? "" : `Slow ${seconds(delay)}${label && ", then"}`,
    label,
    times === undefined ? "" : `× ${times === "always" ? "∞" : times}`,
    duration === undefined ? "" : `for ${seconds(duration)}`,
    plant === "" ? "" : `for plant ${plant}`,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** "20 ms", "2.5 s" */
function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}
