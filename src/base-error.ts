/** The base class of all failures: their fields, and their form in a log. */
import type { PlantStoreOutcome } from "./contract/outcome.ts";

/** Fields that every failure has. @inline */
export interface PlantStoreFailureDetails {
  outcome: PlantStoreOutcome;
  /** @default false */
  retryable?: boolean | undefined;
  /** Number of times `fetch` was called. */
  attempts: number;
  /** Status of the last response, if one arrived. */
  status?: number | undefined;
  /** Headers of the last response, if one arrived. */
  headers?: Headers | undefined;
  cause?: unknown;
}

/** A registered symbol, because an application can contain two copies of this package. */
export const FAILURE = Symbol.for("plant-store-sdk.failure");

/**
 * Failures created by this copy of the package. `instanceof` is unsafe here: a Proxy can fake it or make it throw.
 */
export const ownFailures: WeakSet<object> = new WeakSet();

/** The type of a field that some classes always have. Declared once, so that an editor describes it once. */
type Field<Details, Name extends string, Type> =
  Details extends Record<Name, infer Certain> ? Certain : Type | undefined;

/** @typeParam Details fields that a subclass adds */
export abstract class Failure<Kind extends string = string, Details extends object = object> extends Error {
  // Subclasses set `name` and `kind` on their prototype: then `stack` starts with the name.

  /** What went wrong. Minor versions may add kinds: give a `switch` a default. */
  declare readonly kind: Kind;
  /** Whether the call created a plant. */
  declare readonly outcome: PlantStoreOutcome;
  /**
   * Whether sending the plant again creates no duplicate and may succeed: nothing was created, and the last reason was a 429, a
   * token function that failed, a connection that could not be established, or a timeout before anything was sent.
   */
  declare readonly retryable: boolean;
  /** Number of times `fetch` was called; 0 if nothing was sent. */
  declare readonly attempts: number;
  /** Status of the last response, if one arrived; 0 for a redirect in a browser, which hides the status. */
  declare readonly status: Field<Details, "status", number>;
  /**
   * Headers of the last response, if one arrived. If one contained the bearer token, `[token]` replaces it. Printing the
   * failure does not show them, because they can contain cookies.
   */
  declare readonly headers: Field<Details, "headers", Headers>;
  /** The first 2,048 characters of the response body, if the failure is about the body or the status. */
  declare readonly body: Field<Details, "body", string>;

  /** @param details copied to the error, except undefined values */
  constructor(
    message: string,
    { cause, headers, retryable = false, ...details }: PlantStoreFailureDetails & Details,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    for (const [field, value] of Object.entries({ kind: this.kind, ...details, retryable })) {
      if (value !== undefined) (this as Record<string, unknown>)[field] = value;
    }
    Object.defineProperties(this, { headers: { value: headers }, [FAILURE]: { value: true } });
    ownFailures.add(this);
  }

  /** Message, fields and causes for a log. Leaves out the stack and the response headers, which can contain cookies. */
  toJSON(): Record<string, unknown> {
    return { name: this.name, message: this.message, ...(this as object), cause: causeToJSON(this.cause) };
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
