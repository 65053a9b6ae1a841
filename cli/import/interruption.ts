/** Ctrl+C: the first one finishes the requests in flight, the second one aborts them. */

/** npm and npx forward a signal that the terminal has sent already, so two within this time are one. */
const SAME_SIGNAL_MS = 500;

export class Interruption {
  /** Aborts at the first signal. */
  readonly stop = new AbortController();
  /** Aborts at the second signal. */
  readonly abort = new AbortController();

  readonly #onFirst: () => void;
  #firstAt = 0;

  /** @param onFirst called at the first signal */
  constructor(onFirst: () => void) {
    this.#onFirst = onFirst;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, this.#onSignal);
  }

  get hasHappened(): boolean {
    return this.stop.signal.aborted;
  }

  close(): void {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(signal, this.#onSignal);
  }

  readonly #onSignal = () => {
    if (!this.hasHappened) {
      this.#firstAt = performance.now();
      this.stop.abort();
      this.#onFirst();
    } else if (performance.now() - this.#firstAt > SAME_SIGNAL_MS) {
      this.abort.abort();
    }
  };
}
