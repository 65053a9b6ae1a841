/** Decides when the next request may be sent. A 429 or an outage makes all workers wait. */
import { backoffMs } from "../../call/decide-retry.ts";
import { sleep } from "../../call/sleep.ts";
import type { ResultKind } from "./result-kind.ts";

/** A longer outage stops the import. */
const MAX_OUTAGE_MS = 60_000;

/** So many unknown outcomes in a row are an outage. Without this limit, every row would become unknown. */
const MIN_UNKNOWN_IN_OUTAGE = 8;

/** Why nothing is sent at the moment. `"resend"`: only unknown rows are left, which are sent again after a while. */
export type PauseReason = "rate-limit" | "outage" | "resend";

/** What a worker has to do after the result of a request. */
export type Answer = "continue" | "repeat" | "stop";

/** Time. Tests replace it. */
export interface Clock {
  /** In ms. */
  now(): number;
  /** Resolves after `ms`, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** @param stopsIn only in an outage: when the import stops, ms */
type OnPause = (reason: PauseReason, ms: number, stopsIn?: number) => void;

/** Allows one request. */
export type Permit = number;

/**
 * Without an outage, every worker may send. In an outage, one request at a time probes the store, with a pause before each.
 * A worker takes a permit, sends its request, reports the result and releases the permit.
 */
export class Pace {
  readonly #onPause: OnPause;
  readonly #clock: Clock;
  /** Between two requests, ms. */
  readonly #interval: number;
  #nextRequest = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Pauses since the store worked. */
  #pauses = 0;
  #unknownInARow = 0;
  #outageStarted: number | undefined;
  #lastPermit: Permit = 0;
  /** The only request that may be sent in an outage. */
  #probe: Permit | undefined;
  /** Workers that wait for the end of the probe. */
  readonly #waiting: (() => void)[] = [];

  /** @param maxRate requests per second */
  constructor(onPause: OnPause, clock: Clock, maxRate = Number.POSITIVE_INFINITY) {
    this.#onPause = onPause;
    this.#clock = clock;
    this.#interval = 1000 / maxRate;
  }

  /** Waits until a request may be sent. Returns undefined if the signal aborts before. */
  async acquire(signal: AbortSignal): Promise<Permit | undefined> {
    while (!signal.aborted) {
      if (this.#pauseLeft > 0) await this.#clock.sleep(this.#pauseLeft, signal);
      else if (this.#probe !== undefined) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else if (this.#nextRequest > this.#clock.now())
        await this.#clock.sleep(this.#nextRequest - this.#clock.now(), signal);
      else return this.#grant();
    }
    return undefined;
  }

  /** Whether a permit is still valid. A pause or an outage may have begun since it was acquired. */
  allows(permit: Permit): boolean {
    return this.#pauseLeft <= 0 && (this.#outageStarted === undefined || permit === this.#probe);
  }

  /** Ends a permit, whatever happened. If it was the probe's, another worker may send the next one. */
  release(permit: Permit): void {
    if (permit === this.#probe) this.#endProbe();
  }

  /** @param retryAfter the wait that the store asked for, ms */
  report(permit: Permit, kind: ResultKind, retryAfter = 0): Answer {
    // A request that was sent before the outage says nothing about its end.
    const isLate = this.#outageStarted !== undefined && permit !== this.#probe;
    switch (kind) {
      case "done":
        if (isLate) return "continue";
        this.#endOutage();
        this.#pauses = 0;
        return "continue";
      case "rate-limited":
        this.#endOutage(); // A pause that the store asked for does not count as an outage.
        this.#pause("rate-limit", retryAfter);
        return "repeat";
      case "down":
        return isLate || this.#continueOutage() ? "repeat" : "stop";
      default:
        if (isLate) return "continue";
        this.#unknownInARow += 1;
        if (this.#outageStarted === undefined && this.#unknownInARow < MIN_UNKNOWN_IN_OUTAGE)
          return "continue";
        return this.#continueOutage() ? "continue" : "stop";
    }
  }

  get #pauseLeft(): number {
    return this.#pausedUntil - this.#clock.now();
  }

  #grant(): Permit {
    this.#nextRequest = Math.max(this.#clock.now(), this.#nextRequest) + this.#interval;
    this.#lastPermit += 1;
    if (this.#outageStarted !== undefined) this.#probe = this.#lastPermit;
    return this.#lastPermit;
  }

  /** Begins an outage, or pauses before its next probe. Returns false if it has lasted too long. */
  #continueOutage(): boolean {
    const now = this.#clock.now();
    this.#outageStarted ??= Math.max(now, this.#pausedUntil);
    const stopsIn = Math.round(this.#outageStarted + MAX_OUTAGE_MS - now);
    if (stopsIn <= 0) return false;
    this.#pause("outage", 0, stopsIn);
    return true;
  }

  #endOutage(): void {
    this.#unknownInARow = 0;
    this.#outageStarted = undefined;
    this.#endProbe();
  }

  #endProbe(): void {
    this.#probe = undefined;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #pause(reason: PauseReason, ms: number, stopsIn?: number): void {
    // Responses that arrive during a pause belong to the same overload.
    if (this.#pauseLeft <= 0) this.#pauses += 1;
    const pause = ms + backoffMs(this.#pauses - 1, Math.random());
    if (pause <= this.#pauseLeft) return;
    this.#pausedUntil = this.#clock.now() + pause;
    this.#onPause(reason, pause, stopsIn);
  }
}

/** The real time, which goes on while the process is suspended. */
export const systemClock: Clock = { now: () => performance.now(), sleep };
