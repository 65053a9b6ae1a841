/** Ctrl+C: the first one finishes the requests in flight, the second one aborts them. */

import { print } from "../../terminal/print.ts";

/** npm and npx forward a signal that the terminal has sent already, so two within this time are one. */
const SAME_SIGNAL_MS = 500;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

export class Interruption {
  /** Aborts at the first signal. */
  readonly stop = new AbortController();
  /** Aborts at the second signal. */
  readonly abort = new AbortController();
  #onSignal = () => {};

  /** Handles signals from now on. Until then, each of them ends the process: nothing was sent, and the journal may be large. */
  begin(): void {
    let firstAt = 0;
    this.#onSignal = () => {
      if (this.hasHappened) return performance.now() - firstAt > SAME_SIGNAL_MS && this.abort.abort();
      firstAt = performance.now();
      this.stop.abort();
      print(
        "Finishing the requests in flight. A second signal, such as Ctrl+C, aborts them.",
        process.stderr,
      );
    };
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  get hasHappened(): boolean {
    return this.stop.signal.aborted;
  }

  close(): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
  }
}
