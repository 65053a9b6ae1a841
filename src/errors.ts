/** Every failure that a caller can see. `kind` says what went wrong, `outcome` whether a plant was created. */
import { escapeControls } from "./common/escape-controls.ts";
import type { PlantStoreOutcome } from "./contract/decide-outcome.ts";
import type { PlantStoreIssue } from "./contract/issues.ts";

/** The head of a response, as results and failures have it. */
export interface PlantStoreResponseHead {
  /** 0 for a redirect in a browser, which hides the status. */
  status: number;
  /** Not enumerable, because they can contain cookies: a spread, a clone and JSON leave them out. */
  headers: Headers;
}

/** Copies these fields only. */
export function responseHead({
  status,
  headers,
  body,
}: PlantStoreResponseHead & { body?: string }): PlantStoreResponseHead {
  const head = body === undefined ? { status } : { status, body };
  // Writable, because Vue's `reactive` may replace what it reads.
  return Object.defineProperty(head as PlantStoreResponseHead, "headers", { value: headers, writable: true });
}

/** The body of a failure's response. Not an alias of the object, whose name editors would show. @inline */
type Excerpt = {
  response: {
    /**
     * The first 2,048 characters of the body, if the failure is about the body or the status. Tokens are masked. Otherwise it is
     * as it came: escape it before you print it.
     */
    body: string;
  };
}["response"];

/** What the constructor of every failure takes. Not an alias of the object, whose name editors would show. @inline */
export type PlantStoreFailureDetails = {
  details: {
    outcome: PlantStoreOutcome;
    /** @default false */
    retryable?: boolean | undefined;
    /** @default false */
    possibleDuplicate?: boolean | undefined;
    /** Number of times `fetch` was called. */
    attempts: number;
    /** The response of the last attempt, if one arrived. */
    response?: (PlantStoreResponseHead & Partial<Excerpt>) | undefined;
    cause?: unknown;
  };
}["details"];

/** Registered, because an application can contain two copies of this package. The number is that of this protocol. */
const FAILURE = Symbol.for("plant-store-sdk.failure.1");

/**
 * Failures created by this copy of the package. `instanceof` is unsafe here: a Proxy can fake it or make it throw.
 */
export const ownFailures: WeakSet<object> = new WeakSet();

/** The base class as it runs. `Failure` is its type for applications. */
class BaseError extends Error {
  // Subclasses set `name` and `kind` on their prototype: then `stack` starts with the name.
  declare readonly kind: string;
  declare readonly response: PlantStoreResponseHead | undefined;

  /** @param details copied to the error, except undefined values */
  constructor(
    message: string,
    { cause, response, retryable = false, possibleDuplicate = false, ...details }: PlantStoreFailureDetails,
  ) {
    // A store's text must not control the terminal on which it is printed.
    super(escapeControls(message), cause === undefined ? undefined : { cause });
    const fields = {
      kind: this.kind,
      ...details,
      retryable,
      possibleDuplicate,
      response: response && responseHead(response),
    };
    for (const [field, value] of Object.entries(fields)) {
      if (value !== undefined) (this as Record<string, unknown>)[field] = value;
    }
    Object.defineProperty(this, FAILURE, { value: true });
    ownFailures.add(this);
  }

  toJSON(): object {
    const { name, message, response } = this;
    // Copied, because React complains about a field that is not enumerable.
    const head = response && { ...response };
    return { name, message, ...(this as object), response: head, cause: causeToJSON(this.cause) };
  }
}

/** @param depth limits the recursion: causes can form a cycle. */
function causeToJSON(cause: unknown, depth = 8): unknown {
  if (typeof cause === "string") return cause;
  try {
    // Not `instanceof Error`: the error may belong to another realm, as in Jest.
    const { name, message, code, cause: inner } = Object(cause);
    if (message === undefined || depth === 0) return undefined;
    // Serialize now, because these values can be anything and logging must not throw later.
    return JSON.parse(JSON.stringify({ name, message, code, cause: causeToJSON(inner, depth - 1) }));
  } catch {
    return undefined;
  }
}

/**
 * What every failure has. Not a class or an interface: its name would be part of what editors show for each field.
 *
 * @inline
 */
type FailureFields<Kind, Details> = {
  /** What went wrong. Minor versions may add kinds: give a `switch` a default. */
  readonly kind: Kind;
  /** Whether the call created a plant. If it is `"unknown"`, sending the plant again may create a duplicate. */
  // Not `PlantStoreOutcome`: editors would show that name instead of the values.
  readonly outcome: "not-created" | "unknown" | "created";
  /**
   * Whether sending the plant again creates no duplicate and may succeed: nothing was created, and the last reason was a 429, a
   * token function that failed, a connection that could not be established (unless the failure is `permanent`), a timeout,
   * except while the client read a 400, or a 424 of `plantRoute`, if `token` is `null`.
   */
  readonly retryable: boolean;
  /** Whether two attempts may have created the plant: it may exist twice. Only with `retryUnknown`. */
  readonly possibleDuplicate: boolean;
  /** Number of times `fetch` was called. */
  readonly attempts: number;
  /**
   * The response of the last attempt, if one arrived. Not in fields of the error itself: web frameworks send the `status` and
   * `headers` of an uncaught error to their own client.
   */
  readonly response: Details extends { response: infer Certain }
    ? Certain
    : PlantStoreFailureDetails["response"];
  /**
   * Message, fields and causes, for a log or another thread or process. Leaves out the stack and the response headers, which
   * can contain cookies. A cause becomes its name, message, code and cause.
   */
  toJSON(): Extract<PlantStoreFailureJSON, { kind: Kind }>;
};

/**
 * Cast, because the base class copies the details to fields that its own type does not have.
 *
 * @typeParam Details fields that a class adds, or always has
 */
const Failure = BaseError as unknown as new <Kind extends string, Details extends object = object>(
  message: string,
  details: PlantStoreFailureDetails & Details,
) => Error & FailureFields<Kind, Details>;

/** What a failure after a response always has. @inline */
type Responded = { response: PlantStoreResponseHead & Excerpt };

/**
 * The service rejected the plant: it responded 400. `message` has the first 2,048 characters of the service's text, with control
 * characters escaped.
 *
 * The outcome is `"not-created"`. It is `"unknown"` if an earlier attempt of the call may have created the plant.
 *
 * Despite its name, this is not the base class of all failures: that is {@link PlantStoreSdkError}.
 *
 * @group Errors
 */
export class PlantStoreError extends Failure<"rejected", Responded & { error: number }> {
  declare name: "PlantStoreError";
  /** The service's numeric error value, int32. */
  declare readonly error: number;
}

/**
 * The plant is invalid. Nothing was sent, so the outcome is `"not-created"`.
 *
 * @group Errors
 */
export class PlantStoreValidationError extends Failure<"invalid-plant", { issues: PlantStoreIssue[] }> {
  declare name: "PlantStoreValidationError";
  /** What is wrong, field by field. Contains no value of the plant. */
  declare readonly issues: PlantStoreIssue[];
}

/**
 * The response cannot be used: its status is neither 200 nor 400, its body is invalid, or it shows another plant.
 *
 * - `"not-created"`: the status is a 4xx, except 408 and 499, and a 403 or 406 in HTML
 * - `"created"`: the status is 200 or 201, and the response comes from the store
 * - `"unknown"`: anything else, such as a 503, a redirect or a sign-in page
 *
 * @group Errors
 */
export class PlantStoreResponseError extends Failure<
  "unexpected-response",
  Responded & {
    issues?: PlantStoreIssue[] | undefined;
    receivedName?: string | undefined;
    retryAfter?: number | undefined;
  }
> {
  declare name: "PlantStoreResponseError";
  /** What is wrong with the body, if it is JSON of the wrong shape. */
  declare readonly issues?: PlantStoreIssue[];
  /**
   * The name in a 200 that shows another plant than the one that was sent: its first 2,048 characters, with tokens masked. See
   * `namesMayChange`.
   */
  declare readonly receivedName?: string;
  /** The wait that the server asked for in `Retry-After` (RFC 9110 section 10.2.3) or `retry-after-ms`, ms. */
  declare readonly retryAfter?: number;
}

/**
 * The network failed: no connection was established, or it was lost. If it was lost while the client read a response, the
 * outcome is that of a {@link PlantStoreResponseError}. Otherwise:
 *
 * - `"not-created"`: no connection was established
 * - `"unknown"`: no usable response arrived, or the runtime gives no reason, as in browsers
 *
 * @group Errors
 */
export class PlantStoreConnectionError extends Failure<
  "connection",
  { code?: string | undefined; permanent: boolean }
> {
  declare name: "PlantStoreConnectionError";
  /** The runtime's error code, such as `ECONNREFUSED`. Browsers give none. */
  declare readonly code?: string;
  /**
   * Whether another attempt would fail in the same way: the server's certificate is not trusted, server and runtime have no
   * version or cipher of TLS in common, the port does not speak TLS or is blocked, a proxy refuses the tunnel (403 or 407), or
   * the runtime's permission is missing.
   */
  declare readonly permanent: boolean;
}

/**
 * The call exceeded its `timeout`. `error.name` is `"TimeoutError"`, as in the platform's own errors. If the last attempt had
 * received a response, the outcome is that of a {@link PlantStoreResponseError}. Otherwise:
 *
 * - `"not-created"`: `fetch` was not called, or the runtime reported each time that no connection was established
 * - `"unknown"`: otherwise
 *
 * @group Errors
 */
export class PlantStoreTimeoutError extends Failure<"timeout", { timeout: number }> {
  declare name: "TimeoutError";
  /** The `timeout` of the whole call, ms. */
  declare readonly timeout: number;
}

/**
 * The caller's `signal` aborted the call. `cause` is the signal's reason. `error.name` is `"AbortError"`, as in the
 * platform's own errors.
 *
 * The outcomes are those of a {@link PlantStoreTimeoutError}.
 *
 * @group Errors
 */
export class PlantStoreAbortError extends Failure<"aborted"> {
  declare name: "AbortError";
}

/**
 * The token function failed. `cause` is what it threw.
 *
 * The outcome is `"not-created"`, unless an earlier attempt may have created the plant.
 *
 * @group Errors
 */
export class PlantStoreTokenError extends Failure<"token"> {
  declare name: "PlantStoreTokenError";
}

/**
 * An option is missing or invalid, or a function returned something unusable: `token`, `fetchToken`, `headers` or `fetch`.
 *
 * The outcome is `"not-created"` if nothing was sent. It can be another one if a request was, as with a wrong `fetch`.
 *
 * @group Errors
 */
export class PlantStoreConfigurationError extends Failure<
  "configuration",
  { option: string; problem: string }
> {
  declare name: "PlantStoreConfigurationError";
  /** Name of the option; `"options"` if the options object itself is invalid. */
  declare readonly option: string;
  /**
   * What is wrong: `must be true or false, not this string`. It follows the option's name, so a program can use a name of its
   * own, such as that of a flag. Names of other options in it are in backticks.
   */
  declare readonly problem: string;
}

// On the prototypes, so that `stack` starts with the name.
for (const [{ prototype }, name, kind] of [
  [PlantStoreError, "PlantStoreError", "rejected"],
  [PlantStoreValidationError, "PlantStoreValidationError", "invalid-plant"],
  [PlantStoreResponseError, "PlantStoreResponseError", "unexpected-response"],
  [PlantStoreConnectionError, "PlantStoreConnectionError", "connection"],
  [PlantStoreTimeoutError, "TimeoutError", "timeout"],
  [PlantStoreAbortError, "AbortError", "aborted"],
  [PlantStoreTokenError, "PlantStoreTokenError", "token"],
  [PlantStoreConfigurationError, "PlantStoreConfigurationError", "configuration"],
] as const) {
  // Not by assignment, which fails if the application has frozen Error.prototype.
  Object.defineProperties(prototype, {
    name: { value: name, writable: true },
    kind: { value: kind, writable: true },
  });
}

/** Every failure of the client. Tell them apart by `kind`. */
export type PlantStoreFailure =
  | PlantStoreError
  | PlantStoreValidationError
  | PlantStoreResponseError
  | PlantStoreConnectionError
  | PlantStoreTimeoutError
  | PlantStoreAbortError
  | PlantStoreTokenError
  | PlantStoreConfigurationError;

/**
 * A failure as JSON, as its `toJSON` returns it. Tell them apart by `kind`. This is how a failure crosses `postMessage`, a form
 * action or an IPC, which drop the fields of an Error. It has the fields of its class, except `stack` and `response.headers`.
 */
export type PlantStoreFailureJSON = {
  [T in PlantStoreFailure as T["kind"]]: {
    -readonly [K in keyof T as Exclude<K, "stack" | "toJSON">]: K extends "response"
      ? WithoutHeaders<T[K]>
      : T[K];
  };
}[PlantStoreFailure["kind"]];

type WithoutHeaders<T> = T extends object ? { [K in keyof T as Exclude<K, "headers">]: T[K] } : T;

/**
 * The base class of all failures, for `instanceof`, which narrows to {@link PlantStoreFailure}. It does not recognize failures
 * of another copy of the package, or of this one in the other module format (ESM, CommonJS): {@link isPlantStoreFailure} does.
 *
 * @group Errors
 */
// Cast, because the class itself would narrow to the fields that all failures have.
export const PlantStoreSdkError = Failure as abstract new (...args: never) => PlantStoreFailure;

/**
 * A {@link PlantStoreFailure}: the type of an instance of the base class.
 *
 * @group Errors
 */
export type PlantStoreSdkError = PlantStoreFailure;

/**
 * Whether a caught value is a failure of the client. Also recognizes failures of another copy of the package, and of the other
 * module format, which `instanceof` does not.
 *
 * @example
 * try {
 *   await client.createPlant({ id: 42, name: "Fern" });
 * } catch (error) {
 *   if (!isPlantStoreFailure(error)) throw error;
 *   if (error.kind === "rejected") console.error(error.error, error.message); // the service's number and text
 *   else console.error(error.kind, error.outcome, error.retryable);
 * }
 */
export function isPlantStoreFailure(error: unknown): error is PlantStoreFailure {
  try {
    return FAILURE in (error as object);
  } catch {
    return false; // Not an object, or a revoked Proxy.
  }
}

/**
 * Makes the error for an option that is found to be missing or invalid before anything is sent.
 *
 * @param problem follows the option's name, without a period
 */
export function configurationError(
  option: string,
  problem: string,
  cause?: unknown,
): PlantStoreConfigurationError {
  const details = { outcome: "not-created", attempts: 0, option, problem, cause } as const;
  return new PlantStoreConfigurationError(`\`${option}\` ${problem}.`, details);
}
