/** The queue of faults. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../model/fault.ts";
import { copyPlainData } from "../model/plain-data.ts";

interface QueuedFault {
  fault: Fault;
  /** How many more requests it applies to. */
  left: number;
  /** Ends it; set by its first use if it has a duration. */
  timer?: ReturnType<typeof setTimeout> | undefined;
}

export class FaultQueue {
  #queue: QueuedFault[] = [];
  readonly #onExpire: () => void;

  /** @param onExpire called when a fault ends without being used */
  constructor(onExpire: () => void) {
    this.#onExpire = onExpire;
  }

  /** @param faults valid ones */
  push(faults: Fault[]): void {
    for (const fault of faults) {
      const { times = fault.for === undefined ? 1 : "always" } = fault;
      this.#queue.push({ fault, left: times === "always" ? Number.POSITIVE_INFINITY : times });
    }
  }

  /** Takes the first fault that applies to a request with this plant, without the fields that say so. */
  take(plant: NewPlant | undefined): Fault | undefined {
    const queued = this.#queue.find(({ fault }) => appliesTo(fault, plant));
    if (queued === undefined) return undefined;
    queued.left -= 1;
    if (queued.left === 0) this.#remove(queued);
    else if (queued.fault.for !== undefined) queued.timer ??= this.#startTimer(queued, queued.fault.for);
    const { times, for: duration, id, name, ...effect } = queued.fault;
    return effect;
  }

  #startTimer(queued: QueuedFault, duration: number): QueuedFault["timer"] {
    const timer = setTimeout(() => {
      this.#remove(queued);
      this.#onExpire();
    }, duration);
    timer.unref?.(); // Browsers have numbers. A process must be able to end earlier.
    return timer;
  }

  #remove(queued: QueuedFault): void {
    clearTimeout(queued.timer);
    this.#queue = this.#queue.filter((other) => other !== queued);
  }

  clear(): void {
    for (const { timer } of this.#queue) clearTimeout(timer);
    this.#queue = [];
  }

  /** A copy, next one first. `times` is how many are left. */
  toArray(): Fault[] {
    return this.#queue.map(({ fault, left }) =>
      copyPlainData(typeof fault.times === "number" ? { ...fault, times: left } : fault),
    );
  }
}

/** An id or a name that is absent matches every plant. */
function appliesTo({ id, name }: Fault, plant: NewPlant | undefined): boolean {
  return (id === undefined || id === plant?.id) && (name === undefined || name === plant?.name);
}
