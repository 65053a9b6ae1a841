/** Every failure that a caller can see. Each says what went wrong (`kind`) and whether a plant exists (`outcome`). */
import { listIssues, type PlantStoreIssue } from "./schemas.ts";

/**
 * Whether the failed call created a plant.
 *
 * - `"not-created"`: it did not; sending it again is safe.
 * - `"unknown"`: it may have; sending it again may create the plant twice.
 * - `"created"`: the store said yes, but its answer could not be used; do not send it again.
 */
export type PlantStoreOutcome = "not-created" | "unknown" | "created";

/** What every failure is made of. */
export interface PlantStoreFailureDetails {
  outcome: PlantStoreOutcome;
  /** How many times a request was handed to `fetch`. */
  attempts: number;
  cause?: unknown;
}

const OUTCOME_SENTENCES: Record<PlantStoreOutcome, string> = {
  "not-created": "No plant was created.",
  unknown: "The plant may have been created: sending it again may create it twice.",
  created: "The plant was created: do not send it again.",
};

// A registered symbol, so that two copies of the package know each other's errors.
const FAILURE = Symbol.for("plant-store-sdk.failure");

/** Those of this copy. Looked up instead of `instanceof`, which a caller's proxy can deceive, or have throw. */
export const ownFailures: WeakSet<object> = new WeakSet();

/** What all failures have in common. To handle one, start from {@link isPlantStoreFailure}, which narrows by `kind`. */
export abstract class PlantStoreSdkError extends Error {
  /** What went wrong. New kinds may come in a minor version: give a `switch` a default. */
  abstract readonly kind: string;
  /** Whether the call created a plant. */
  declare readonly outcome: PlantStoreOutcome;
  /** How many times a request was handed to `fetch`; 0 where nothing was sent. */
  declare readonly attempts: number;

  /** @param details become fields of the error, those that are undefined left out. */
  protected constructor(message: string, { cause, ...details }: PlantStoreFailureDetails) {
    super(message, cause === undefined ? undefined : { cause });
    const fields = Object.entries(details).filter(([, value]) => value !== undefined);
    Object.assign(this, Object.fromEntries(fields));
    Object.defineProperty(this, FAILURE, { value: true });
    ownFailures.add(this);
  }

  /** What a log wants: the message and the fields, without the stack and the response headers, which may hold cookies. */
  toJSON(): Record<string, unknown> {
    const { headers: _, ...fields } = this as { headers?: unknown };
    return { name: this.name, message: this.message, ...fields, cause: causeToJSON(this.cause) };
  }
}

/** @param depth ends a ring of causes. */
function causeToJSON(cause: unknown, depth = 8): unknown {
  if (typeof cause === "string") return cause;
  // By its shape, not by `instanceof`: a test runner's errors are of another realm.
  try {
    const { name, message, code, cause: inner } = Object(cause);
    if (message === undefined || depth === 0) return undefined;
    // Written at once, since it may be anything, and whoever logs it later must not fail.
    return JSON.parse(JSON.stringify({ name, message, code, cause: causeToJSON(inner, depth - 1) }));
  } catch {
    return undefined;
  }
}

/**
 * The service's own 400 answer: the service is speaking, and `message` is its text as sent.
 * This is one failure among others, not their base class: catch them all with {@link isPlantStoreFailure}.
 */
export class PlantStoreError extends PlantStoreSdkError {
  static {
    this.prototype.name = "PlantStoreError";
  }
  declare name: "PlantStoreError";
  readonly kind = "rejected";
  /** The specification's only error status. */
  readonly status = 400;
  /** The service's numeric error value, int32. */
  declare readonly error: number;
  /** The answer's headers. */
  declare readonly headers: Headers;

  constructor({
    message,
    ...details
  }: PlantStoreFailureDetails & { error: number; message: string; headers: Headers }) {
    super(message, details);
  }
}

/** The plant was refused before anything was sent. */
export class PlantStoreValidationError extends PlantStoreSdkError {
  static {
    this.prototype.name = "PlantStoreValidationError";
  }
  declare name: "PlantStoreValidationError";
  readonly kind = "invalid-plant";
  /** What is wrong, field by field. Holds no value of the plant. */
  declare readonly issues: PlantStoreIssue[];

  constructor(details: PlantStoreFailureDetails & { issues: PlantStoreIssue[] }) {
    super(`The plant is not valid: ${listIssues(details.issues, "the plant")}. Nothing was sent.`, details);
  }
}

/** An answer that cannot be used: another status than 200 and 400, or a body that is not what its status promises. */
export class PlantStoreResponseError extends PlantStoreSdkError {
  static {
    this.prototype.name = "PlantStoreResponseError";
  }
  declare name: "PlantStoreResponseError";
  readonly kind = "unexpected-response";
  /** The answer's status; 0 for a redirect in a browser, which hides it. */
  declare readonly status: number;
  /** The answer's headers. */
  declare readonly headers: Headers;
  /** The first 2,048 characters of the answer's text. */
  declare readonly body: string;
  /** Where the body was JSON of the wrong shape: what is wrong with it. */
  declare readonly issues?: PlantStoreIssue[];
  /** Where the store said when to come back (`Retry-After`, RFC 9110 section 10.2.3): ms from the answer. */
  declare readonly retryAfter?: number;

  constructor(
    /** What is wrong with the answer, as a sentence without its full stop. */
    problem: string,
    details: PlantStoreFailureDetails & {
      status: number;
      headers: Headers;
      body: string;
      issues?: PlantStoreIssue[] | undefined;
      retryAfter?: number | undefined;
    },
  ) {
    const where = details.issues ? `: ${listIssues(details.issues, "the body")}` : "";
    super(`${problem}${where}. ${OUTCOME_SENTENCES[details.outcome]}`, details);
  }
}

/** The network failed: no connection came about, or it was lost. */
export class PlantStoreConnectionError extends PlantStoreSdkError {
  static {
    this.prototype.name = "PlantStoreConnectionError";
  }
  declare name: "PlantStoreConnectionError";
  readonly kind = "connection";
  /** The runtime's code, such as `ECONNREFUSED`, where it gives one. Browsers give none. */
  declare readonly code?: string;

  constructor(
    /** What failed, as a sentence without its full stop. */
    problem: string,
    details: PlantStoreFailureDetails & { code?: string | undefined },
  ) {
    super(`${problem}. ${OUTCOME_SENTENCES[details.outcome]}`, details);
  }
}

/** The call did not end within its `timeout`. Named as the platform names it: `error.name` is `"TimeoutError"`. */
export class PlantStoreTimeoutError extends PlantStoreSdkError {
  static {
    this.prototype.name = "TimeoutError";
  }
  declare name: "TimeoutError";
  readonly kind = "timeout";
  /** The call's whole deadline, ms. */
  declare readonly timeout: number;

  constructor(details: PlantStoreFailureDetails & { timeout: number }) {
    const { timeout, outcome } = details;
    super(
      `The call did not end within its \`timeout\` of ${timeout} ms. ${OUTCOME_SENTENCES[outcome]}`,
      details,
    );
  }
}

/** The caller's `signal` ended the call; `cause` is its reason. Named as the platform names it: `error.name` is `"AbortError"`. */
export class PlantStoreAbortError extends PlantStoreSdkError {
  static {
    this.prototype.name = "AbortError";
  }
  declare name: "AbortError";
  readonly kind = "aborted";

  constructor(details: PlantStoreFailureDetails) {
    super(`The call was aborted by its \`signal\`. ${OUTCOME_SENTENCES[details.outcome]}`, details);
  }
}

/** An option is missing or wrong, or the token function failed. */
export class PlantStoreConfigurationError extends PlantStoreSdkError {
  static {
    this.prototype.name = "PlantStoreConfigurationError";
  }
  declare name: "PlantStoreConfigurationError";
  readonly kind = "configuration";
  /** Which option; `"options"` where the options as a whole are wrong. */
  declare readonly option: string;

  constructor(
    option: string,
    /** What is wrong and what would be right, to follow the option's name, without a full stop. */
    problem: string,
    details?: Partial<PlantStoreFailureDetails>,
  ) {
    const fields = { outcome: "not-created" as const, attempts: 0, ...details, option };
    super(`\`${option}\` ${problem}.`, fields);
  }
}

/** Every failure of this package. `kind` tells them apart. */
export type PlantStoreFailure =
  | PlantStoreError
  | PlantStoreValidationError
  | PlantStoreResponseError
  | PlantStoreConnectionError
  | PlantStoreTimeoutError
  | PlantStoreAbortError
  | PlantStoreConfigurationError;

/**
 * Whether a caught value is a failure of this package. It holds across several installed copies of the
 * package, where `instanceof` does not.
 */
export function isPlantStoreFailure(error: unknown): error is PlantStoreFailure {
  try {
    return FAILURE in (error as object);
  } catch {
    return false; // No object, or a proxy that was revoked.
  }
}
