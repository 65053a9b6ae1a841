/** The queue of faults. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import { copy } from "../service/copy.ts";
import type { Effect, Fault } from "./fault.ts";

export class FaultQueue {
  #faults: Fault[] = [];

  /** @param faults valid ones */
  push(faults: Fault[]): void {
    this.#faults.push(...faults);
  }

  /** Takes the first fault that applies to a request with this plant. */
  take(plant: NewPlant | undefined): Effect | undefined {
    for (const [index, fault] of this.#faults.entries()) {
      const use = useOnce(fault, plant);
      if (use === undefined) continue;
      this.#faults.splice(index, 1, ...use.rest);
      return use.effect;
    }
    return undefined;
  }

  clear(): void {
    this.#faults = [];
  }

  /** A copy, next one first. */
  toArray(): Fault[] {
    return copy(this.#faults);
  }
}

/** The use of a fault for one request. */
interface Use {
  effect: Effect;
  /** What stays in the queue: one fault or none. */
  rest: Fault[];
}

/** Returns undefined if the fault is for other plants. */
function useOnce(fault: Fault, plant: NewPlant | undefined): Use | undefined {
  if (fault.type === "when") {
    if (!matches(fault, plant)) return undefined;
    const use = useOnce(fault.fault, plant);
    return use && { ...use, rest: use.rest.map((rest) => ({ ...fault, fault: rest })) };
  }
  if (fault.type === "repeat") {
    const use = useOnce(fault.fault, plant);
    if (use === undefined || fault.times === undefined) return use && { ...use, rest: [fault] };
    const times = fault.times - 1;
    return { ...use, rest: times === 0 ? [] : [{ ...fault, times }] };
  }
  return { effect: fault, rest: [] };
}

/** An id or a name that is absent matches every plant. */
function matches(filter: { id?: unknown; name?: unknown }, plant: NewPlant | undefined): boolean {
  if (plant === undefined) return false;
  const { id = plant.id, name = plant.name } = filter;
  return id === plant.id && name === plant.name;
}
