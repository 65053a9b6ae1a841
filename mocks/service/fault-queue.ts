/** The queue of faults. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../parts/fault.ts";
import { MAX_FAULTS } from "../parts/limits.ts";
import { OptionError } from "../parts/option-error.ts";
import { copyPlainData } from "../parts/plain-data.ts";
import type { MemoryLimit } from "./newest-items.ts";

interface QueuedFault {
  fault: Fault;
  /** How many more requests it applies to. */
  left: number;
  /** Ends it; set by its first use if it has a duration. */
  timer?: ReturnType<typeof setTimeout>;
}

export class FaultQueue {
  readonly #queue: QueuedFault[] = [];
  readonly #memory: MemoryLimit | undefined;
  readonly #onExpire: () => void;

  /** @param onExpire called when a fault ends without being used */
  constructor(memory: MemoryLimit | undefined, onExpire: () => void) {
    this.#memory = memory;
    this.#onExpire = onExpire;
  }

  /** @throws OptionError if there are too many */
  push(faults: Fault[], caller: string): void {
    const queued = faults.map((fault): QueuedFault => {
      const { times = fault.for === undefined ? 1 : "always" } = fault;
      const left = times === "always" ? Number.POSITIVE_INFINITY : times;
      return { fault, left };
    });
    if (this.#queue.length + faults.length > MAX_FAULTS)
      throw new OptionError(caller, "faults", `must be fewer: at most ${MAX_FAULTS} can be queued`);
    if (this.#memory?.reserve(faults) === false)
      throw new OptionError(caller, "faults", "must be smaller: they take all of the memory for stores");
    for (const fault of queued) this.#queue.push(fault);
  }

  /** Takes the first fault that applies to a request with this plant, without the fields that say so. */
  take(plant: NewPlant | undefined): Fault | undefined {
    const index = this.#queue.findIndex(({ fault: { id, name } }) => {
      return (id === undefined || id === plant?.id) && (name === undefined || name === plant?.name);
    });
    const queued = this.#queue[index];
    if (queued === undefined) return undefined;
    const { times, for: duration, id, name, ...effect } = queued.fault;
    queued.left -= 1;
    if (queued.left === 0) this.#remove(index);
    else if (duration !== undefined && queued.timer === undefined) {
      queued.timer = setTimeout(() => {
        this.#remove(this.#queue.indexOf(queued));
        this.#onExpire();
      }, duration);
      queued.timer.unref?.(); // Browsers have numbers. A process must be able to end earlier.
    }
    return effect;
  }

  #remove(index: number, count = 1): void {
    for (const { fault, timer } of this.#queue.splice(index, count)) {
      clearTimeout(timer);
      this.#memory?.reserve([], [fault]);
    }
  }

  clear(): void {
    this.#remove(0, this.#queue.length);
  }

  /** A copy, next one first. `times` is how many are left. */
  toArray(): Fault[] {
    return this.#queue.map(({ fault, left }) =>
      copyPlainData(typeof fault.times === "number" ? { ...fault, times: left } : fault),
    );
  }
}
