/** The queue of faults. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../parts/fault.ts";
import { copyPlainData } from "../parts/plain-data.ts";

interface QueuedFault {
  fault: Fault;
  /** How many more requests it applies to. */
  left: number;
  /** Ends it; set by its first use if it has a duration. */
  timer?: ReturnType<typeof setTimeout>;
}

export class FaultQueue {
  #queue: QueuedFault[] = [];
  readonly #onExpire: () => void;

  /** @param onExpire called when a fault ends without being used */
  constructor(onExpire: () => void) {
    this.#onExpire = onExpire;
  }

  push(faults: Fault[]): void {
    for (const fault of faults) {
      const { times = fault.for === undefined ? 1 : "always" } = fault;
      this.#queue.push({ fault, left: times === "always" ? Number.POSITIVE_INFINITY : times });
    }
  }

  /** Takes the first fault that applies to a request with this plant, without the fields that say so. */
  take(plant: NewPlant | undefined): Fault | undefined {
    const queued = this.#queue.find(({ fault: { id, name } }) => {
      return (id === undefined || id === plant?.id) && (name === undefined || name === plant?.name);
    });
    if (queued === undefined) return undefined;
    const { times, for: duration, id, name, ...effect } = queued.fault;
    queued.left -= 1;
    if (queued.left === 0) this.#remove(queued);
    else if (duration !== undefined && queued.timer === undefined) {
      queued.timer = setTimeout(() => {
        this.#remove(queued);
        this.#onExpire();
      }, duration);
      queued.timer.unref?.(); // Browsers have numbers. A process must be able to end earlier.
    }
    return effect;
  }

  #remove(queued: QueuedFault): void {
    clearTimeout(queued.timer);
    this.#queue = this.#queue.filter((other) => other !== queued);
  }

  clear(): void {
    for (const queued of this.#queue) this.#remove(queued);
  }

  /** A copy, next one first. `times` is how many are left. */
  toArray(): Fault[] {
    return this.#queue.map(({ fault, left }) =>
      copyPlainData(typeof fault.times === "number" ? { ...fault, times: left } : fault),
    );
  }
}
