import type { Settings } from "./options.ts";

/** When a call must end: at its timeout, or when its caller's signal aborts. */
export class Deadline {
  /** What ended the call before its time. */
  endedBy: "timeout" | "signal" | undefined;

  readonly #settings: Settings;
  readonly #started = performance.now();
  // A controller and a timer of our own: a chained AbortSignal.timeout() can be collected before it fires.
  readonly #controller = new AbortController();
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  #sleepTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #ended: Promise<never>;
  #reject!: (reason: unknown) => void;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#ended = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.#ended.catch(() => {}); // Nobody may be waiting for it when it rejects.
    const { timeout, signal } = settings;
    if (timeout) this.#timer = setTimeout(this.#onTimeout, timeout);
    this.#heed(() => {
      if (signal?.aborted) this.#onAbort();
      else signal?.addEventListener("abort", this.#onAbort);
    });
  }

  /** Lets go of the timers and of the caller's signal, which may outlive many calls. */
  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#sleepTimer);
    this.#heed(() => this.#settings.signal?.removeEventListener("abort", this.#onAbort));
  }

  /** Aborts when the call ends before its time. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Since the call began, ms. */
  get elapsed(): number {
    return performance.now() - this.#started;
  }

  /** Until the timeout, ms. */
  get remaining(): number {
    return (this.#settings.timeout || Number.POSITIVE_INFINITY) - this.elapsed;
  }

  throwIfEnded(): void {
    if (this.endedBy) throw this.signal.reason;
  }

  /** Settles as the promise does, or rejects as soon as the call has ended, whatever the promise does. */
  race<T>(promise: T | Promise<T>): Promise<T> {
    return Promise.race([this.#ended, promise]);
  }

  /** Waits; for good, once the call has ended. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#sleepTimer = setTimeout(resolve, ms);
    });
  }

  /** A signal that throws, which a look-alike may, ends the call as one that aborts. */
  #heed(use: () => void): void {
    try {
      use();
    } catch (thrown) {
      this.#end("signal", thrown);
    }
  }

  readonly #onAbort = () => this.#heed(() => this.#end("signal", this.#settings.signal?.reason));
  readonly #onTimeout = () => this.#end("timeout", new DOMException("The call timed out.", "TimeoutError"));

  #end(by: "timeout" | "signal", reason: unknown): void {
    if (this.endedBy) return;
    this.endedBy = by;
    this.#reject(reason);
    this.#controller.abort(reason);
  }
}
