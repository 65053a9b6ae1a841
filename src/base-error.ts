/** The base class of all failures: their fields, and their form in a log. */
import { escapeControls } from "./common/escape-controls.ts";
import type { PlantStoreOutcome } from "./contract/outcome.ts";
import type { ResponseHead } from "./response-head.ts";

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
  response?: FailureResponse | undefined;
  cause?: unknown;
}

/** The last response. @inline */
export interface FailureResponse extends ResponseHead {
  /**
   * The first 2,048 characters of the body, if the failure is about the body or the status. Tokens are masked. Otherwise it
   * is as it came: escape it before you print it.
   */
  body?: string | undefined;
}

/** A failure in JSON. @inline */
type FailureJSON<Kind, Details> = {
  name: string;
  message: string;
  kind: Kind;
  response: Details extends { response: object }
    ? WithoutHeaders<Details["response"]>
    : WithoutHeaders<FailureResponse> | undefined;
  /** Name, message, code and cause of the cause; or the text, if it was one. */
  cause?: unknown;
} & Pick<PlantStoreFailureDetails, "outcome" | "attempts"> &
  Record<"retryable" | "possibleDuplicate", boolean> &
  Omit<Details, "response">;

type WithoutHeaders<T> = Omit<T, "headers">;

/** A registered symbol, because an application can contain two copies of this package. */
export const FAILURE = Symbol.for("plant-store-sdk.failure");

/**
 * Failures created by this copy of the package. `instanceof` is unsafe here: a Proxy can fake it or make it throw.
 */
export const ownFailures: WeakSet<object> = new WeakSet();

/** @typeParam Details fields that a subclass adds, or always has */
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
  /** Whether two attempts may have created the plant: it may exist twice. Only with `retryUnknown`. */
  declare readonly possibleDuplicate: boolean;
  /** Number of times `fetch` was called; 0 if nothing was sent. */
  declare readonly attempts: number;
  /**
   * The last response, if one arrived. Not in fields of the error itself: web frameworks send the `status` and `headers` of an
   * uncaught error to their own client.
   */
  declare readonly response: Details extends { response: infer Certain }
    ? Certain
    : FailureResponse | undefined;

  /** @param details copied to the error, except undefined values */
  constructor(
    message: string,
    { cause, retryable = false, possibleDuplicate = false, ...details }: PlantStoreFailureDetails & Details,
  ) {
    // A store's text must not control the terminal on which it is printed.
    super(escapeControls(message), cause === undefined ? undefined : { cause });
    for (const [field, value] of Object.entries({
      kind: this.kind,
      ...details,
      retryable,
      possibleDuplicate,
    })) {
      if (value !== undefined) (this as Record<string, unknown>)[field] = value;
    }
    Object.defineProperty(this, FAILURE, { value: true });
    ownFailures.add(this);
  }

  /**
   * Message, fields and causes, for a log or another thread or process. Leaves out the stack and the response headers, which
   * can contain cookies.
   */
  toJSON(): FailureJSON<Kind, Details> {
    const json = {
      name: this.name,
      message: this.message,
      ...(this as object),
      cause: causeToJSON(this.cause),
    };
    return json as unknown as FailureJSON<Kind, Details>; // The fields were copied from the details.
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
