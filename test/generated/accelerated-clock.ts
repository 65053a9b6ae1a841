/** Time that jumps from one timer to the next one. */
import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../tools/import/run/pace.ts";

interface Timer {
  at: number;
  resolve: () => void;
}

export class AcceleratedClock implements Clock {
  #now = 0;
  #timers: Timer[] = [];

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#timers.push({ at: this.#now + ms, resolve });
      signal?.addEventListener("abort", () => resolve());
    });
  }

  /** Lets time pass until the work has ended. Throws if it waits for nothing, or for longer than `limit`, ms. */
  async run<T>(work: Promise<T>, limit: number): Promise<T> {
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    work.then(end, end);
    for (;;) {
      // Everything that needs no time happens first. A journal needs a turn of the event loop for each commit.
      for (let turn = 0; turn < 4; turn++) await setImmediate();
      if (hasEnded) return work;
      const next = this.#timers.reduce<Timer | undefined>(
        (earliest, timer) => (earliest && earliest.at <= timer.at ? earliest : timer),
        undefined,
      );
      if (!next) throw new Error(`At ${this.#now} ms, the work waits for something that never happens.`);
      if (next.at > limit) throw new Error(`The work does not end within ${limit} ms.`);
      this.#timers.splice(this.#timers.indexOf(next), 1);
      this.#now = next.at;
      next.resolve();
    }
  }
}
