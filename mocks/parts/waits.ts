/** How requests wait, and what ends them early. */

/** There is no response: the client disconnected, the store was cleared, or a fault drops the connection. */
export class Interrupted {
  readonly isInterrupted = true;
  /** Why the request was rejected, which its client does not learn. */
  readonly reason: string | undefined;

  constructor(reason?: string) {
    this.reason = reason;
  }
}

export function isInterrupted(error: unknown): boolean {
  // Not `instanceof`, because the store can be one of another copy of this package.
  return Object(error).isInterrupted === true;
}

/** How a request waits. A wait throws Interrupted if the client disconnects or the store is cleared. */
export interface Waits {
  /** Waits `ms`, which may be Infinity. */
  sleep: (ms: number) => Promise<void>;
  /** Waits until `releaseAll` is called. */
  untilReleased: () => Promise<void>;
  /** Waits until the promise has settled, and settles like it. */
  until: <T>(promise: Promise<T>) => Promise<T>;
  /** Ends them: the client disconnected. */
  end: () => void;
}

export class InterruptibleWaits {
  /** Functions that end a wait. */
  readonly #waiting = new Set<() => void>();
  /** Those of requests that wait for `releaseAll`. */
  readonly #held = new Set<() => void>();
  #interruptions = 0;

  interruptAll(): void {
    this.#interruptions += 1;
    for (const end of this.#waiting) end();
  }

  /** Lets the held requests go on, in their order. */
  releaseAll(): void {
    for (const end of this.#held) end();
  }

  /** The waits of a request that starts now. */
  start(disconnectSignal: () => AbortSignal): Waits {
    const interruptions = this.#interruptions;
    let signal: AbortSignal | undefined;
    let isEnded = false;
    let endLast = () => {};
    /** @param begin starts what ends the wait, and returns a function that cancels it */
    const wait = async (begin: (end: () => void) => () => void): Promise<void> => {
      signal ??= disconnectSignal();
      const disconnect = signal;
      const isInterrupted = () => isEnded || disconnect.aborted || this.#interruptions !== interruptions;
      await new Promise<void>((resolve) => {
        const end = () => {
          cancel();
          disconnect.removeEventListener("abort", end);
          this.#waiting.delete(end);
          resolve();
        };
        endLast = end;
        const cancel = begin(end);
        disconnect.addEventListener("abort", end);
        this.#waiting.add(end);
        if (isInterrupted()) end();
      });
      // Checked after the wait: an abort or clear() can follow the timer in the same tick, as with fake timers.
      if (isInterrupted()) throw new Interrupted();
    };
    return {
      end: () => {
        isEnded = true;
        endLast();
      },
      sleep: (ms) =>
        wait((end) => {
          const timer = Number.isFinite(ms) ? setTimeout(end, ms) : undefined;
          return () => clearTimeout(timer);
        }),
      untilReleased: () =>
        wait((end) => {
          this.#held.add(end);
          return () => this.#held.delete(end);
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
