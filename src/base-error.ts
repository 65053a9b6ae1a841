/** The base class of all failures: how they get their fields, and their form in a log. */
import { escapeControls } from "./common/escape-controls.ts";
import type { PlantStoreOutcome } from "./contract/decide-outcome.ts";
import { type PlantStoreResponseHead, responseHead } from "./response-head.ts";

/** The body of a failure's response. Not an alias of the object, whose name editors would show. @inline */
export type Excerpt = {
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
export const FAILURE = Symbol.for("plant-store-sdk.failure.1");

/**
 * Failures created by this copy of the package. `instanceof` is unsafe here: a Proxy can fake it or make it throw.
 */
export const ownFailures: WeakSet<object> = new WeakSet();

/** The base class as it runs. Its type for applications is in `errors.ts`. */
export class BaseError extends Error {
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
