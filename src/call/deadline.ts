import type { ResolvedOptions } from "./resolve-options.ts";

/** A timer that fires this late was delayed by a suspension of the process, or by blocking code. */
const LATE_MS = 20;

/**
 * The signal of a deadline has the deadline here, for `cachedToken`. Registered, because that may belong to
 * another copy of this package; the number is that of this protocol.
 */
const DEADLINE = Symbol.for("plant-store-sdk.deadline.1");

/** Time until the timeout of the call that passes this signal to its token function, ms. */
export const remainingTime = (signal: AbortSignal & { [DEADLINE]?: Deadline }): number =>
  signal[DEADLINE]?.remaining ?? Number.POSITIVE_INFINITY;

/** Ends a call at its timeout, or when the caller's signal aborts. */
export class Deadline {
  /** What ended the call; undefined while it runs. */
  endedBy: "timeout" | "signal" | undefined;

  readonly #options: Pick<ResolvedOptions, "timeout" | "signal">;
  readonly #started = performance.now();
  // Own controller and timer: a chained AbortSignal.timeout() can be garbage-collected before it fires.
  readonly #controller = new AbortController();
  /** Aborts at the timeout, or when the caller's signal aborts. */
  readonly signal = this.#controller.signal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sleepTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #ended: Promise<never>;
  #reject!: (reason: unknown) => void;

  constructor(options: Pick<ResolvedOptions, "timeout" | "signal">) {
    this.#options = options;
    Object.defineProperty(this.signal, DEADLINE, { value: this });
    this.#ended = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.#ended.catch(() => {}); // Prevents an unhandled rejection if nothing awaits it.
    const { timeout, signal } = options;
    if (timeout) this.#timer = setTimeout(this.#onTimeout, timeout);
    this.#useSignal(() => {
      if (signal?.aborted) this.#onAbort();
      else signal?.addEventListener("abort", this.#onAbort);
    });
  }

  /** Clears the timers and the listener on the caller's signal, which can outlive many calls. */
  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#sleepTimer);
    this.#useSignal(() => this.#options.signal?.removeEventListener("abort", this.#onAbort));
  }

  /** Time since the call began, ms. */
  get elapsed(): number {
    return performance.now() - this.#started;
  }

  /** Time until the timeout, ms. */
  get remaining(): number {
    return (this.#options.timeout || Number.POSITIVE_INFINITY) - this.elapsed;
  }

  throwIfEnded(): void {
    if (this.endedBy) throw this.signal.reason;
  }

  /** Settles like the promise, or rejects at the timeout or when the caller's signal aborts. */
  race<T>(promise: T | Promise<T>): Promise<T> {
    return Promise.race([this.#ended, promise]);
  }

  /** Waits `ms`. Use it inside `race`: it never resolves after `close`. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#sleepTimer = setTimeout(resolve, ms);
    });
  }

  /** Treats a signal that throws as aborted. Signals of other libraries can do that. */
  #useSignal(use: () => void): void {
    try {
      use();
    } catch (thrown) {
      this.#end("signal", thrown);
    }
  }

  readonly #onAbort = () => this.#useSignal(() => this.#end("signal", this.#options.signal?.reason));

  readonly #onTimeout = () => {
    // The event loop runs timers before it reads sockets. So let it read the responses that have arrived meanwhile.
    if (this.remaining < -LATE_MS) this.#timer = setTimeout(this.#endAtTimeout);
    else this.#endAtTimeout();
  };

  // Not a DOMException, which React Native lacks.
  readonly #endAtTimeout = () =>
    this.#end("timeout", Object.defineProperty(new Error("Timed out"), "name", { value: "TimeoutError" }));

  #end(by: "timeout" | "signal", reason: unknown): void {
    if (this.endedBy) return;
    this.endedBy = by;
    this.#reject(reason);
    this.#controller.abort(reason);
  }
}
