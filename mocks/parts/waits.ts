/** How requests wait, and what ends them early. */

/** There is no response: the client disconnected, the store was cleared, or a fault drops the connection. */
export class Interrupted {
  readonly isInterrupted = true;
  /** Why the request was rejected, which its client does not learn. */
  readonly reason: string | undefined;
  /** Whether the connection is closed (FIN), not reset. */
  readonly closes: boolean;

  constructor(reason?: string, closes = false) {
    this.reason = reason;
    this.closes = closes;
  }
}

export function isInterrupted(error: unknown): error is Interrupted {
  // Not `instanceof`, because the store can be one of another copy of this package.
  return Object(error).isInterrupted === true;
}

/** What the requests of a store wait for together. */
export class InterruptibleWaits {
  /** Functions that end a wait. */
  readonly waiting = new Set<() => void>();
  /** Those of requests that wait for `releaseAll`. */
  readonly held = new Set<() => void>();
  interruptions = 0;

  interruptAll(): void {
    this.interruptions += 1;
    for (const end of this.waiting) end();
  }

  /** Lets the held requests go on, in their order. */
  releaseAll(): void {
    for (const end of this.held) end();
  }
}

/** How a request waits. A wait throws Interrupted if the client disconnects or the store is cleared. */
export class Waits {
  readonly #all: InterruptibleWaits;
  readonly #interruptions: number;
  readonly #disconnectSignal: () => AbortSignal;
  #signal: AbortSignal | undefined;
  #isEnded = false;
  #endLast = () => {};

  /** The waits of a request that starts now. */
  constructor(all: InterruptibleWaits, disconnectSignal: () => AbortSignal) {
    this.#all = all;
    this.#interruptions = all.interruptions;
    this.#disconnectSignal = disconnectSignal;
  }

  /** Ends them: the client disconnected. */
  end(): void {
    this.#isEnded = true;
    this.#endLast();
  }

  /** Waits `ms`, which may be Infinity. */
  sleep(ms: number): Promise<void> {
    return this.#wait((end) => {
      const timer = Number.isFinite(ms) ? setTimeout(end, ms) : undefined;
      return () => clearTimeout(timer);
    });
  }

  /** Waits until `releaseAll` is called. */
  untilReleased(): Promise<void> {
    return this.#wait((end) => {
      this.#all.held.add(end);
      return () => this.#all.held.delete(end);
    });
  }

  /** Waits until the promise has settled, and settles like it. */
  async until<T>(promise: Promise<T>): Promise<T> {
    await this.#wait((end) => {
      promise.then(end, end);
      return () => {};
    });
    return promise;
  }

  /** @param begin starts what ends the wait, and returns a function that cancels it */
  async #wait(begin: (end: () => void) => () => void): Promise<void> {
    this.#signal ??= this.#disconnectSignal();
    const [all, disconnect] = [this.#all, this.#signal];
    const isInterrupted = () =>
      this.#isEnded || disconnect.aborted || all.interruptions !== this.#interruptions;
    await new Promise<void>((resolve) => {
      const end = () => {
        cancel();
        disconnect.removeEventListener("abort", end);
        all.waiting.delete(end);
        resolve();
      };
      this.#endLast = end;
      const cancel = begin(end);
      disconnect.addEventListener("abort", end);
      all.waiting.add(end);
      if (isInterrupted()) end();
    });
    // Checked after the wait: an abort or clear() can follow the timer in the same tick, as with fake timers.
    if (isInterrupted()) throw new Interrupted();
  }
}
