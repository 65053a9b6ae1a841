/** Decides when the next request may be sent. A 429 or an outage makes all workers wait. */
import { backoffMs } from "../../../src/common/backoff.ts";
import { sleep } from "../../../src/common/sleep.ts";
import type { ImportPause, PauseReason, ResolvedImportOptions } from "./import-options.ts";
import type { ResultKind } from "./judge-result.ts";

/** So many unknown outcomes among the last results are an outage. */
const MIN_UNKNOWN_IN_OUTAGE = 8;
const LAST_RESULTS = 20;

/** What a worker has to do after the result of a request. */
type Answer = "continue" | "repeat" | "stop";

/** Allows one request. */
export type Permit = number;

/**
 * In an outage, one request at a time probes the store, with a pause before each. A worker takes a permit, sends its request,
 * reports the result and releases the permit.
 */
export class Pace {
  readonly #onPause: (pause: ImportPause) => void;
  readonly #options: ResolvedImportOptions;
  readonly #hasResponded: () => boolean;
  #nextRequest = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** Pauses since the store worked. */
  #pauses = 0;
  /** Whether each of the last outcomes is unknown, oldest first. Empty without an unknown one. */
  #last: boolean[] = [];
  #inFlight = 0;
  #outageStarted: number | undefined;
  /** When nothing but 429 began, later by the waits that the store asked for, and the end of the last of these. */
  #limitedSince: number | undefined;
  #askedUntil = Number.NEGATIVE_INFINITY;
  /** When the last request ended. */
  #idleSince = 0;
  #lastPermit: Permit = 0;
  /** The only request that may be sent in an outage. */
  #probe: Permit | undefined;
  /** Workers that wait for the end of another request. */
  readonly #waiting: (() => void)[] = [];

  /** @param hasResponded the store. Until then, one request at a time finds out whether token and base URL are right */
  constructor(
    onPause: (pause: ImportPause) => void,
    options: ResolvedImportOptions,
    hasResponded: () => boolean,
  ) {
    this.#hasResponded = hasResponded;
    this.#onPause = onPause;
    this.#options = options;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Waits until a request may be sent. Returns undefined if the signal aborts before. */
  async acquire(signal: AbortSignal): Promise<Permit | undefined> {
    while (!signal.aborted) {
      const now = performance.now();
      const mostInFlight = this.#hasResponded() ? this.#options.concurrency : 1;
      if (this.#pausedUntil > now) await sleep(this.#pausedUntil - now, signal);
      else if (this.#probe !== undefined || this.#inFlight >= mostInFlight)
        await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else if (this.#nextRequest > now) await sleep(this.#nextRequest - now, signal);
      else return this.#grant(now);
    }
    return undefined;
  }

  /** Whether a permit is still valid. A pause or an outage may have begun since it was acquired. */
  allows(permit: Permit): boolean {
    return !this.#isPaused && (this.#outageStarted === undefined || permit === this.#probe);
  }

  /** Ends a permit, whatever happened. If it was the probe's, another worker may send the next one. */
  release(permit: Permit): void {
    this.#inFlight -= 1;
    this.#idleSince = performance.now();
    if (permit === this.#probe) this.#probe = undefined;
    this.#wake();
  }

  /** @param retryAfter the wait that the store asked for, ms @param hasResponse whether there was a response */
  report(permit: Permit, kind: ResultKind, retryAfter = 0, hasResponse = true): Answer {
    if (kind !== "rate-limited" && hasResponse) this.#limitedSince = undefined;
    // A request that was sent before the outage says nothing about its end.
    const isLate = this.#outageStarted !== undefined && permit !== this.#probe;
    // One that ends in a pause was sent before it, so it does not tell that the store fails after it.
    const mayBegin = !this.#isPaused;
    switch (kind) {
      case "done":
        if (isLate) return "continue";
        this.#remember(false);
        this.#endOutage();
        this.#pauses = 0;
        return "continue";
      case "rate-limited":
        this.#endOutage(); // A pause that the store asked for does not count as an outage.
        return this.#continueLimit(retryAfter) ? "repeat" : "stop";
      case "down":
        return isLate || this.#continueOutage(mayBegin) ? "repeat" : "stop";
      default:
        if (retryAfter > 0) this.#pause("rate-limit", retryAfter);
        if (isLate) return "continue";
        // Something else than the store says nothing about the store's health. It has a limit of its own.
        if (kind === "unknown") this.#remember(true);
        if (this.#outageStarted === undefined && !this.#hasManyUnknown) return "continue";
        return this.#continueOutage(mayBegin) ? "continue" : "stop";
    }
  }

  get #isPaused(): boolean {
    return this.#pausedUntil > performance.now();
  }

  get #hasManyUnknown(): boolean {
    return this.#last.filter((isUnknown) => isUnknown).length >= MIN_UNKNOWN_IN_OUTAGE;
  }

  #remember(isUnknown: boolean): void {
    this.#last = [...this.#last, isUnknown].slice(-LAST_RESULTS);
    if (!this.#last.includes(true)) this.#last = [];
  }

  #grant(now: number): Permit {
    // Time without a row to send says nothing about the store.
    const idle = now - Math.max(this.#idleSince, this.#pausedUntil, this.#nextRequest);
    if (this.#limitedSince !== undefined && this.#inFlight === 0 && idle > 0) this.#limitedSince += idle;
    this.#inFlight += 1;
    this.#nextRequest = Math.max(now, this.#nextRequest) + 1000 / this.#options.maxRate;
    this.#lastPermit += 1;
    if (this.#outageStarted !== undefined) this.#probe = this.#lastPermit;
    return this.#lastPermit;
  }

  /** Begins an outage, if it may, or pauses before its next probe. Returns false if it has lasted too long. */
  #continueOutage(mayBegin: boolean): boolean {
    if (this.#outageStarted === undefined && !mayBegin) return true;
    const now = performance.now();
    this.#outageStarted ??= Math.max(now, this.#pausedUntil);
    const stopsIn = Math.round(this.#outageStarted + this.#options.maxOutage - now);
    if (stopsIn <= 0) return false;
    this.#pause("outage", 0, stopsIn);
    return true;
  }

  /** Pauses after a 429. Returns false if there was nothing else for too long, apart from the waits that the store asked for. */
  #continueLimit(retryAfter: number): boolean {
    const now = performance.now();
    const since = this.#limitedSince ?? now;
    const stopsIn = Math.round(since + this.#options.maxOutage - now);
    if (this.#limitedSince !== undefined && stopsIn <= 0) return false;
    const end = now + retryAfter;
    this.#limitedSince = since + Math.max(end - Math.max(now, this.#askedUntil), 0); // Waits that overlap count once.
    this.#askedUntil = Math.max(end, this.#askedUntil);
    this.#pause("rate-limit", retryAfter, retryAfter > 0 ? undefined : stopsIn);
    return true;
  }

  #endOutage(): void {
    if (this.#hasManyUnknown) this.#last = [];
    this.#outageStarted = undefined;
    this.#probe = undefined;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #pause(reason: PauseReason, ms: number, stopsIn?: number): void {
    // Responses that arrive during a pause belong to the same overload.
    if (!this.#isPaused) this.#pauses += 1;
    const pause = Math.ceil(ms + backoffMs(this.#pauses - 1));
    const until = performance.now() + pause;
    if (until <= this.#pausedUntil) return;
    this.#pausedUntil = until;
    this.#onPause({ reason, ms: pause, stopsIn, retryAfter: ms || undefined });
  }
}
