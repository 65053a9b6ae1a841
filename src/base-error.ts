/** The base class of all failures: their fields, and their form in a log. */

import { escapeControls } from "./common/escape-controls.ts";
import type { PlantStoreOutcome } from "./contract/outcome.ts";
import { type ResponseHead, responseHead } from "./response-head.ts";

/** Fields that every failure has. @inline */
export interface PlantStoreFailureDetails {
  outcome: PlantStoreOutcome;
  /** @default false */
  retryable?: boolean | undefined;
  /** @default false */
  possibleDuplicate?: boolean | undefined;
  /** Number of times `fetch` was called. */
  attempts: number;
  /** The last response, if one arrived. */
  response?: ResponseHead | undefined;
  cause?: unknown;
}

/** The details of a failure that always has a response with a body. @inline */
type RequiredResponse<Body> = undefined extends Body ? unknown : { response: ResponseHead & { body: Body } };

/** A registered symbol, because an application can contain two copies of this package. */
export const FAILURE = Symbol.for("plant-store-sdk.failure");

/**
 * Failures created by this copy of the package. `instanceof` is unsafe here: a Proxy can fake it or make it throw.
 */
export const ownFailures: WeakSet<object> = new WeakSet();

/**
 * The types of its fields have no names of their own: then the declarations of an application can contain them.
 *
 * @typeParam Details fields that a subclass adds
 * @typeParam Body of the last response: `string` if such a failure always has a response and its body
 */
export abstract class Failure<
  Kind extends string = string,
  Details extends object = object,
  Body extends string | undefined = string | undefined,
> extends Error {
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
  /** Whether two attempts may have created the plant: it may exist twice. Only with `retryUnknown`. */
  declare readonly possibleDuplicate: boolean;
  /** Number of times `fetch` was called; 0 if nothing was sent. */
  declare readonly attempts: number;
  /**
   * The last response, if one arrived. The error has no `status` and `headers` of its own: web frameworks send these fields of
   * an uncaught error to their own client.
   */
  declare readonly response:
    | {
        /** 0 for a redirect in a browser, which hides the status. */
        readonly status: number;
        /**
         * If one contained the bearer token, `[token]` replaces it. Printing the failure does not show them, because they can
         * contain cookies.
         */
        readonly headers: Headers;
        /**
         * The first 2,048 characters of the body, if the failure is about the body or the status. Tokens are masked. Control
         * characters are not escaped, unlike in `message`.
         */
        readonly body: Body;
      }
    | Extract<Body, undefined>;

  /** @param details copied to the error, except undefined values */
  constructor(
    message: string,
    {
      cause,
      response,
      retryable = false,
      possibleDuplicate = false,
      ...details
    }: PlantStoreFailureDetails & Details & RequiredResponse<Body>,
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

  /**
   * Message, fields and causes, for a log, or for another thread or process. Leaves out the stack, and the response headers,
   * which can contain cookies.
   */
  toJSON(): {
    name: string;
    message: string;
    kind: Kind;
    outcome: PlantStoreOutcome;
    retryable: boolean;
    possibleDuplicate: boolean;
    attempts: number;
    /** Name, message, code and cause of the cause; or the text, if it was one. */
    cause?: unknown;
  } & Details &
    (undefined extends Body
      ? { response?: { status: number; body?: string | undefined } | undefined }
      : { response: { status: number; body: string } }) {
    const { response } = this;
    const json = {
      name: this.name,
      message: this.message,
      ...(this as object),
      // Copied, because React complains about a field that is not enumerable.
      response: response && { ...response },
      cause: causeToJSON(this.cause),
    };
    // The other fields were copied from the details.
    return json as unknown as ReturnType<Failure<Kind, Details, Body>["toJSON"]>;
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
