/** The state of one call: attempts, outcome and deadline. It emits the call's events and creates its failure. */
import {
  ownFailures,
  PlantStoreAbortError,
  PlantStoreConfigurationError,
  PlantStoreConnectionError,
  type PlantStoreFailure,
  type PlantStoreFailureDetails,
  PlantStoreTimeoutError,
} from "../errors.ts";
import type { PlantStoreEvent } from "../events.ts";
import type { PlantStoreOutcome } from "../outcome.ts";
import { Deadline } from "./deadline.ts";
import { emitEvent } from "./emit-event.ts";
import { describeNetworkError } from "./network-error.ts";
import type { Operation } from "./operation.ts";
import type { ResolvedOptions } from "./resolve-options.ts";
import { TokenRedactor } from "./token-redactor.ts";

/** Makes the ids of calls unique, although several copies of this package can run in a process. Made at the first call. */
let idPrefix: string | undefined;
let calls = 0;

function nextId(): string {
  idPrefix ??= Math.random().toString(36).slice(2);
  return `${idPrefix}-${++calls}`;
}

/** Status line and headers of a response. */
export interface ReceivedHead {
  status: number;
  headers: Headers;
}

export class Call {
  readonly operation: Omit<Operation<never, unknown>, "responseSchema">;
  readonly options: ResolvedOptions;
  readonly url: string;
  readonly id: string = nextId();
  readonly deadline: Deadline;
  /** Knows every token that this call sends. */
  readonly redactor: TokenRedactor;
  /** Number of times `fetch` was called. */
  attempts = 0;
  /** What the last attempt received, if a response arrived. The headers are redacted. */
  received: ReceivedHead | undefined;
  /** Outcome of the last attempt alone. */
  attemptOutcome: PlantStoreOutcome = "not-created";
  /** Whether an earlier attempt ended `"unknown"`: the plant may exist twice. */
  possibleDuplicate = false;
  /** The token that replaced one which the service had rejected. The attempt that needed it is not a retry. */
  renewedToken: string | undefined;
  /** Why the rejected token could not be renewed. */
  renewalError: unknown;
  /** Why the last attempt is not retried, although its response would allow it. */
  whyNoRetry: string | undefined;

  #attemptStarted = 0;

  constructor(operation: Call["operation"], options: ResolvedOptions, url: string) {
    this.operation = operation;
    this.options = options;
    this.url = url;
    this.redactor = options.redactor ?? new TokenRedactor();
    this.deadline = new Deadline(options);
  }

  /** Outcome of all attempts. After an "unknown" attempt, a later rejection cannot make it "not-created". */
  get outcome(): PlantStoreOutcome {
    return this.possibleDuplicate && this.attemptOutcome === "not-created" ? "unknown" : this.attemptOutcome;
  }

  /** The fields that every failure of this call has. */
  get details(): PlantStoreFailureDetails {
    const { outcome, attempts, received } = this;
    return { outcome, attempts, ...received };
  }

  /**
   * Call this immediately before `fetch`.
   *
   * @throws the deadline's reason if a listener of the event aborts the call
   */
  startAttempt(): void {
    this.#attemptStarted = this.deadline.elapsed;
    this.#emit({ type: "request", attempt: this.attempts + 1 });
    this.deadline.throwIfEnded();
    this.attempts += 1;
    this.received = undefined;
    this.attemptOutcome = this.operation.outcomeOfHead();
  }

  /**
   * Call this when `fetch` has resolved.
   *
   * @throws PlantStoreConfigurationError if it resolved with something else than a response
   */
  receiveResponse(response: Response): void {
    let status: number;
    try {
      status = response.status;
      // Not `instanceof`: other realms and packages have a Response class of their own.
      if (typeof status !== "number") throw undefined;
      this.attemptOutcome = this.operation.outcomeOfHead(status);
      this.attemptOutcome = this.operation.outcomeOfHead(status, response.headers.get("content-type"));
      this.received = { status, headers: this.redactor.redactHeaders(response.headers) };
    } catch {
      throw this.configurationError("fetch", "must resolve with a Response");
    }
    this.#emit({ type: "response", status, duration: this.deadline.elapsed - this.#attemptStarted });
  }

  /** Call this before waiting `wait` ms for the next attempt. */
  scheduleRetry(wait: number): void {
    this.possibleDuplicate ||= this.attemptOutcome === "unknown";
    this.#emit({ type: "retry", status: this.received?.status, wait, outcome: this.attemptOutcome });
  }

  succeed(): void {
    const { received, possibleDuplicate } = this;
    const duration = this.deadline.elapsed;
    this.#emit({ type: "success", status: received?.status ?? 0, duration, possibleDuplicate });
  }

  /** Turns whatever was thrown into the failure that the caller gets. */
  fail(thrown: unknown): PlantStoreFailure {
    // The reason of the caller's signal may be the failure of another call.
    const isOwn = ownFailures.has(thrown as object) && thrown !== this.deadline.signal.reason;
    const error = isOwn ? (thrown as PlantStoreFailure) : this.toFailure(thrown);
    const { kind, outcome } = error;
    const duration = this.deadline.elapsed;
    this.#emit({ type: "failure", status: this.received?.status, duration, kind, outcome, error });
    return error;
  }

  /** The failure for a timeout, an abort, or a connection that was lost while the body was read. */
  toFailure(thrown: unknown): PlantStoreFailure {
    const { details, url } = this;
    const { endedBy, signal } = this.deadline;
    if (endedBy === "signal") {
      const message = this.describe("The call was aborted by its `signal`");
      return new PlantStoreAbortError(message, { ...details, cause: signal.reason });
    }
    if (endedBy === "timeout") {
      const timeout = Number(this.options.timeout);
      const message = this.describe(`The call exceeded its \`timeout\` of ${timeout} ms`);
      return new PlantStoreTimeoutError(message, { ...details, timeout });
    }
    const { reason, code, cause } = describeNetworkError(thrown, this.redactor);
    const message = this.describe(
      `The connection was lost while reading the response (${url}, status ${details.status}): ${reason}`,
    );
    return new PlantStoreConnectionError(message, { ...details, code, cause });
  }

  /** The failure for an option that turned out to be wrong during the call: the `token` function, or `fetch`. */
  configurationError(option: string, problem: string, cause?: unknown): PlantStoreConfigurationError {
    const message = this.describe(`\`${option}\` ${problem}`);
    return new PlantStoreConfigurationError(message, { ...this.details, option, cause });
  }

  /**
   * A failure's message: the problem, then the outcome.
   *
   * @param problem a sentence without its period
   */
  describe(problem: string): string {
    return `${problem}. ${this.operation.outcomeSentences[this.outcome]}`;
  }

  #emit(event: EventOfCall): void {
    const { id, url, attempts } = this;
    for (const listener of this.options.listeners) {
      // Each listener gets an object of its own, which it may change.
      emitEvent(listener, { callId: id, attempt: attempts, url, ...event });
    }
  }
}

/** An event without the fields that all events of a call have. */
type EventOfCall = DistributiveOmit<PlantStoreEvent, "callId" | "attempt" | "url"> & { attempt?: number };
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
