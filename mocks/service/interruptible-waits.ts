/** What makes a request wait: time, its fault, and requests before it. */
import { Interrupted, type Waits } from "../model/interruption.ts";

/** Waits of a store's requests. They end early if the client disconnects or the store is cleared. */
export class InterruptibleWaits {
  /** Functions that end a wait. */
  readonly #waiting = new Set<() => void>();
  #interruptions = 0;

  /** Interrupts all requests. */
  interruptAll(): void {
    this.#interruptions += 1;
    for (const end of this.#waiting) end();
  }

  /** The waits of a request that starts now. */
  start(disconnectSignal: () => AbortSignal): Waits {
    const interruptions = this.#interruptions;
    let signal: AbortSignal | undefined;
    /** @param begin starts what ends the wait, and returns a function that cancels it */
    const wait = async (begin: (end: () => void) => () => void): Promise<void> => {
      signal ??= disconnectSignal();
      const disconnect = signal;
      const isInterrupted = () => disconnect.aborted || this.#interruptions !== interruptions;
      await new Promise<void>((resolve) => {
        const end = () => {
          cancel();
          disconnect.removeEventListener("abort", end);
          this.#waiting.delete(end);
          resolve();
        };
        const cancel = begin(end);
        disconnect.addEventListener("abort", end);
        this.#waiting.add(end);
        if (isInterrupted()) end();
      });
      // Checked after the wait: an abort or clear() can follow the timer in the same tick, as with fake timers.
      if (isInterrupted()) throw new Interrupted();
    };
    return {
      sleep: (ms) =>
        wait((end) => {
          const timer = Number.isFinite(ms) ? setTimeout(end, ms) : undefined;
          return () => clearTimeout(timer);
        }),
      until: async (promise) => {
        await wait((end) => {
          promise.then(end, end);
          return () => {};
        });
        return promise;
      },
    };
  }
}

/** Performs one thing at a time for each key. */
export class Turns {
  /** Settle when the last one of a key is done. */
  readonly #last = new Map<string, Promise<unknown>>();

  take<T>(key: string, waits: Waits, perform: () => Promise<T>): Promise<T> {
    const previous = this.#last.get(key);
    const turn = previous === undefined ? perform() : waits.until(previous).then(perform);
    // A client that disconnects does not let the next one overtake.
    const last = Promise.allSettled([previous, turn]).then(() => {
      if (this.#last.get(key) === last) this.#last.delete(key);
    });
    this.#last.set(key, last);
    return turn;
  }
}
