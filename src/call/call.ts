/** The state of one call: attempts, outcome and deadline. It emits the call's events and creates its failure. */
import {
  ownFailures,
  PlantStoreAbortError,
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

export class Call {
  readonly operation: Omit<Operation<never, unknown>, "responseSchema">;
  readonly options: ResolvedOptions;
  readonly url: string;
  readonly deadline: Deadline;
  /** Knows every token that this call sends. */
  readonly redactor: TokenRedactor;
  /** Number of times `fetch` was called. */
  attempts = 0;
  /** Status of the last attempt, if a response arrived. */
  status: number | undefined;
  /** Outcome of the last attempt alone. */
  attemptOutcome: PlantStoreOutcome = "not-created";
  /** Whether an earlier attempt ended `"unknown"`: the plant may exist twice. */
  possibleDuplicate = false;

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
    return { outcome: this.outcome, attempts: this.attempts };
  }

  /** Call this immediately before `fetch`. */
  startAttempt(): void {
    this.attempts += 1;
    this.status = undefined;
    this.attemptOutcome = this.operation.outcomeOf();
    this.#attemptStarted = this.deadline.elapsed;
    this.#emit({ type: "request" });
  }

  /** Call this when status and headers have arrived. */
  receiveStatus(status: number): void {
    this.status = status;
    this.attemptOutcome = this.operation.outcomeOf(status);
    this.#emit({ type: "response", status, duration: this.deadline.elapsed - this.#attemptStarted });
  }

  /** Call this before waiting `wait` ms for the next attempt. */
  scheduleRetry(wait: number): void {
    this.possibleDuplicate ||= this.attemptOutcome === "unknown";
    this.#emit({ type: "retry", status: this.status, wait, outcome: this.attemptOutcome });
  }

  succeed(): void {
    const { status = 0, possibleDuplicate } = this;
    this.#emit({ type: "success", status, duration: this.deadline.elapsed, possibleDuplicate });
  }

  /** Turns whatever was thrown into the failure that the caller gets. */
  fail(thrown: unknown): PlantStoreFailure {
    // The reason of the caller's signal may be the failure of another call.
    const isOwn = ownFailures.has(thrown as object) && thrown !== this.deadline.signal.reason;
    const failure = isOwn ? (thrown as PlantStoreFailure) : this.toFailure(thrown);
    const { kind, outcome } = failure;
    this.#emit({ type: "failure", status: this.status, duration: this.deadline.elapsed, kind, outcome });
    return failure;
  }

  /** The failure for a timeout, an abort, or a connection that was lost while the body was read. */
  toFailure(thrown: unknown): PlantStoreFailure {
    const { details, url, status } = this;
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
      `The connection was lost while reading the response (${url}, status ${status}): ${reason}`,
    );
    return new PlantStoreConnectionError(message, { ...details, code, cause });
  }

  /**
   * A failure's message: the problem, then the outcome.
   *
   * @param problem a sentence without its period
   */
  describe(problem: string): string {
    return `${problem}. ${this.operation.outcomeSentences[this.outcome]}`;
  }

  #emit(event: DistributiveOmit<PlantStoreEvent, "attempt" | "url">): void {
    const { onEvent } = this.options;
    if (onEvent) emitEvent(onEvent, { ...event, attempt: this.attempts, url: this.url });
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
