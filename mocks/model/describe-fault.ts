/** What a fault does, for people. */
import type { Plant } from "../../src/contract/schemas.ts";
import type { Fault } from "./fault.ts";
import { kindOf } from "./fault-kinds.ts";
import type { FaultFailure } from "./fault-responses.ts";

export type { FaultFailure } from "./fault-responses.ts";

/** What a fault does to a valid request. */
export interface FaultDescription {
  /** A short name, such as "503" or "Slow 2 s, then Hang × 3 for plant 42". */
  label: string;
  /** What it does, such as "creates the plant, then drops the connection". */
  effect: string;
  /** Whether the plant is created. */
  createsPlant: boolean;
  /** What the client's call fails with if it does not retry; absent if it succeeds. */
  failure?: FaultFailure;
}

/**
 * Describes a fault.
 *
 * @param plant the plant that was sent, because a client compares its name with the response
 */
export function describeFault(fault: Fault, plant: Plant = { name: "Fern" }): FaultDescription {
  const kind = kindOf(fault);
  const createsPlant = kind.creates(fault);
  const failure = kind.failure(fault, plant);
  const creation = createsPlant ? "creates the plant, then " : "";
  const isDelay = fault.type === "delay";
  return {
    label: labelOf(fault),
    effect:
      (fault.delay ? `waits ${seconds(fault.delay)}, then ` : "") +
      (isDelay ? "" : creation) +
      kind.effect(fault) +
      (createsPlant ? "" : " and creates nothing"),
    createsPlant,
    ...(failure && { failure }),
  };
}

function labelOf(fault: Fault): string {
  const { delay, times, for: duration, id, name } = fault;
  const plant = [id, name].filter((part) => part !== undefined).join(" ");
  return [
    delay === undefined ? [] : `Slow ${seconds(delay)}${fault.type === "delay" ? "" : ", then"}`,
    effectLabel(fault),
    times === undefined ? [] : `× ${times === "always" ? "∞" : times}`,
    duration === undefined ? [] : `for ${seconds(duration)}`,
    plant === "" ? [] : `for plant ${plant}`,
  ]
    .flat()
    .filter((part) => part !== "")
    .join(" ");
}

function effectLabel(fault: Fault): string {
  const kind = kindOf(fault);
  if (fault.type === "reset" && fault.afterCreate) return "Lost response";
  const label = kind.label(fault);
  const isUsual =
    !("afterCreate" in fault) || fault.afterCreate === kind.creates({ ...fault, afterCreate: undefined });
  if (isUsual) return label;
  return fault.afterCreate ? `${label} after create` : `${label}, no plant`;
}

/** "20 ms", "2.5 s" */
function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}
