/** When the next request may be sent. A 429 or an outage makes all workers wait. */

/** Exponential backoff, ms, reduced by up to 50 % jitter. */
const INITIAL_BACKOFF = 300;
const MAX_BACKOFF = 10_000;

/** How long an outage may last before the import stops, ms. */
const MAX_OUTAGE = 60_000;

/** So many unknown outcomes in a row are an outage. Otherwise a store that is down would make every row unknown. */
const MIN_UNKNOWN_IN_OUTAGE = 8;

/** How often workers look whether the request that probes the store has ended, ms. */
const PROBE_INTERVAL = 100;

/** A longer timer would fire too early: its limit is 2^31-1 ms. */
const MAX_TIMER = 2 ** 30;

/** Why nothing is sent at the moment. */
export type PauseReason = "rate-limit" | "outage";

export class Pace {
  readonly #onPause: (reason: PauseReason, ms: number) => void;
  #pausedUntil = 0;
  /** Pauses since the last response that was neither a 429 nor a failure. */
  #pauses = 0;
  #unknownInARow = 0;
  #outageStarted: number | undefined;
  /** Whether a request is about to show if the outage is over. */
  #isProbing = false;

  constructor(onPause: (reason: PauseReason, ms: number) => void) {
    this.#onPause = onPause;
  }

  get isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  /**
   * Waits until a request may be sent, or until the signal aborts. After a pause in an outage, one request probes the store,
   * so that not every worker makes another row unknown. Call one of the methods below when its result is there.
   */
  async wait(signal: AbortSignal): Promise<void> {
    while ((this.isPaused || this.#isProbing) && !signal.aborted) {
      // Rounded up, because timers ignore fractions.
      const ms = this.isPaused ? Math.ceil(this.#pausedUntil - performance.now()) : PROBE_INTERVAL;
      await sleep(Math.min(ms, MAX_TIMER), signal);
    }
    this.#isProbing = this.#outageStarted !== undefined;
  }

  /** The store responded to a request, and not with a 429 or a 5xx. */
  succeeded(): void {
    this.#endOutage();
    this.#pauses = 0;
  }

  /** The store responded 429. @param retryAfter the wait that it asked for, ms */
  rateLimited(retryAfter = 0): void {
    this.#endOutage();
    const until = performance.now() + retryAfter + this.#nextBackoff();
    this.#pauseUntil("rate-limit", until);
  }

  /** No connection could be established. Returns whether to try again. */
  connectionFailed(): boolean {
    this.#isProbing = false;
    this.#outageStarted ??= performance.now();
    if (performance.now() - this.#outageStarted >= MAX_OUTAGE) return false;
    // All requests in flight fail together. Only the first of them starts a pause.
    if (!this.isPaused) this.#pauseUntil("outage", performance.now() + this.#nextBackoff());
    return true;
  }

  /** The outcome of a request is unknown. Returns whether to continue with other rows. */
  outcomeUnknown(): boolean {
    this.#unknownInARow += 1;
    return this.#unknownInARow < MIN_UNKNOWN_IN_OUTAGE || this.connectionFailed();
  }

  #endOutage(): void {
    this.#isProbing = false;
    this.#unknownInARow = 0;
    this.#outageStarted = undefined;
  }

  #nextBackoff(): number {
    // Responses that arrive during a pause belong to the same overload.
    if (!this.isPaused) this.#pauses += 1;
    const longest = Math.min(INITIAL_BACKOFF * 2 ** (this.#pauses - 1), MAX_BACKOFF);
    return longest * (1 - Math.random() / 2);
  }

  #pauseUntil(reason: PauseReason, until: number): void {
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    this.#onPause(reason, until - performance.now());
  }
}

/** Resolves after `ms`, or when the signal aborts. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
}
