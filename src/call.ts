/** One call of the operation: what it has done so far, and what can be said of it. */
import { Deadline } from "./deadline.ts";
import { Echo } from "./echo.ts";
import {
  ownFailures,
  PlantStoreAbortError,
  PlantStoreConnectionError,
  type PlantStoreFailure,
  type PlantStoreFailureDetails,
  type PlantStoreOutcome,
  PlantStoreTimeoutError,
} from "./errors.ts";
import { emit, type PlantStoreEvent } from "./events.ts";
import { readNetworkFailure } from "./network-error.ts";
import type { Settings } from "./options.ts";

export class Call {
  readonly settings: Settings;
  readonly url: string;
  readonly deadline: Deadline;
  /** Knows every token that this call sends. */
  readonly echo: Echo;
  /** How many times a request was handed to `fetch`. */
  attempts = 0;
  /** The last attempt's status, where an answer arrived. */
  status: number | undefined;
  /** What the last attempt did, taken alone. */
  attemptOutcome: PlantStoreOutcome = "not-created";
  /** An earlier attempt ended `"unknown"`: this call may create its plant twice. */
  possibleDuplicate = false;

  #attemptStarted = 0;

  constructor(settings: Settings, url: string) {
    this.settings = settings;
    this.url = url;
    this.echo = settings.echo ?? new Echo();
    this.deadline = new Deadline(settings);
  }

  /** What all attempts together did: after one that may have created the plant, a later refusal changes nothing. */
  get outcome(): PlantStoreOutcome {
    return this.possibleDuplicate && this.attemptOutcome === "not-created" ? "unknown" : this.attemptOutcome;
  }

  /** What every error says of its call. */
  get details(): PlantStoreFailureDetails {
    return { outcome: this.outcome, attempts: this.attempts };
  }

  /** A request is about to be handed to `fetch`. */
  requesting(): void {
    this.attempts += 1;
    this.status = undefined;
    this.attemptOutcome = "unknown";
    this.#attemptStarted = this.deadline.elapsed;
    this.#emit({ type: "request" });
  }

  /** Status and headers arrived. */
  responded(status: number): void {
    this.status = status;
    this.attemptOutcome = outcomeOf(status);
    this.#emit({ type: "response", status, duration: this.deadline.elapsed - this.#attemptStarted });
  }

  /** The last attempt failed and will be repeated after `wait` ms. */
  retrying(wait: number): void {
    this.possibleDuplicate ||= this.attemptOutcome === "unknown";
    this.#emit({ type: "retry", status: this.status, wait, outcome: this.attemptOutcome });
  }

  /** The call ended with a plant. */
  succeeded(): void {
    const { status = 0, possibleDuplicate } = this;
    this.#emit({ type: "success", status, duration: this.deadline.elapsed, possibleDuplicate });
  }

  /** The call ended with what was thrown; what the caller gets to see of it. */
  failed(thrown: unknown): PlantStoreFailure {
    // The caller's signal may have the failure of another call as its reason.
    const isOwn = ownFailures.has(thrown as object) && thrown !== this.deadline.signal.reason;
    const failure = isOwn ? (thrown as PlantStoreFailure) : this.brokenOff(thrown);
    const { kind, outcome } = failure;
    this.#emit({ type: "failure", status: this.status, duration: this.deadline.elapsed, kind, outcome });
    return failure;
  }

  /** The failure of a call that its deadline, its signal or the network ended. */
  brokenOff(thrown: unknown): PlantStoreFailure {
    const { details } = this;
    const { timeout } = this.settings;
    const { endedBy } = this.deadline;
    if (endedBy === "signal")
      return new PlantStoreAbortError({ ...details, cause: this.deadline.signal.reason });
    if (endedBy === "timeout") return new PlantStoreTimeoutError({ ...details, timeout: Number(timeout) });
    const { reached: _, reason, ...network } = readNetworkFailure(thrown, this.echo);
    const problem = `The connection failed in mid-answer, status ${this.status} (${this.url}): ${reason}`;
    return new PlantStoreConnectionError(problem, { ...details, ...network });
  }

  #emit(event: DistributiveOmit<PlantStoreEvent, "attempt" | "url">): void {
    const { onEvent } = this.settings;
    if (onEvent) emit(onEvent, { ...event, attempt: this.attempts, url: this.url });
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A status that the specification does not list leaves open what the store did, a refusal by 4xx apart. */
function outcomeOf(status: number): PlantStoreOutcome {
  if (status >= 200 && status < 300) return "created";
  return status >= 400 && status < 500 && status !== 408 ? "not-created" : "unknown";
}
