import type { ServiceResult } from "../model/protocol.ts";

/** How an operation waits. A wait ends early if the client disconnects or the store is reset. */
export interface Waits {
  /** Resolves to false if the wait, of `ms`, ended early. */
  sleep: (ms: number) => Promise<boolean>;
  /** Resolves to false if the wait ended before the promise has settled. */
  settled: (promise: Promise<unknown>) => Promise<boolean>;
}

/** Performs an operation. Throws an HttpError if the request is rejected. */
export type Perform = (waits: Waits) => ServiceResult | Promise<ServiceResult>;

/** Waits of a store's requests. They end early if the client disconnects or the store is reset. */
export class InterruptibleWaits {
  /** Functions that end a wait. */
  readonly #waiting = new Set<() => void>();
  #interruptions = 0;

  /** Ends all waits. */
  interruptAll(): void {
    this.#interruptions += 1;
    for (const end of this.#waiting) end();
  }

  /**
   * Waits `ms`, which may be Infinity.
   *
   * @returns false if the wait ended early
   */
  sleep(ms: number, disconnect: AbortSignal): Promise<boolean> {
    return this.#until(disconnect, (end) => {
      const timer = Number.isFinite(ms) ? setTimeout(end, ms) : undefined;
      return () => clearTimeout(timer);
    });
  }

  /**
   * Waits until the promise has settled.
   *
   * @returns false if the wait ended early
   */
  settled(promise: Promise<unknown>, disconnect: AbortSignal): Promise<boolean> {
    return this.#until(disconnect, (end) => {
      promise.then(end, end);
      return () => {};
    });
  }

  /** @param start starts what ends the wait, and returns a function that cancels it */
  async #until(disconnect: AbortSignal, start: (end: () => void) => () => void): Promise<boolean> {
    const interruptions = this.#interruptions;
    await new Promise<void>((resolve) => {
      const end = () => {
        cancel();
        disconnect.removeEventListener("abort", end);
        this.#waiting.delete(end);
        resolve();
      };
      const cancel = start(end);
      disconnect.addEventListener("abort", end);
      this.#waiting.add(end);
      if (disconnect.aborted) end();
    });
    // Checked after the wait: an abort or a reset can follow the timer in the same tick, as with fake timers.
    return !disconnect.aborted && this.#interruptions === interruptions;
  }
}
