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
