/** What is thrown on the way of a request: a rejection, or an interruption. */
import { jsonResponse, type ServiceResponse } from "./service-response.ts";

/**
 * A rejected request. It becomes a response with an Error body (specification, "Error"). Not an `Error`, whose stack would
 * take a quarter of the time of a rejection.
 */
export class HttpError {
  readonly status: number;
  readonly message: string;
  readonly headers: Record<string, string>;
  /** The `error` in the body. */
  readonly error: number;
  /** Why the request is rejected, for the recorded request. The message can be one of the rules. */
  readonly reason: string;

  constructor(
    status: number,
    message: string,
    headers: Record<string, string> = {},
    error = status,
    reason = message,
  ) {
    this.status = status;
    this.message = message;
    this.headers = headers;
    this.error = error;
    this.reason = reason;
  }
}

/** There is no response: the client disconnected, the store was cleared, or a fault drops the connection. */
export class Interrupted {
  readonly isInterrupted = true;
  /** Why the request was rejected, which its client does not learn. */
  readonly reason: string | undefined;

  constructor(reason?: string) {
    this.reason = reason;
  }
}

/**
 * The response to a request that failed. A bug in the mock must not look like a lost connection.
 *
 * @throws Interrupted if that is the error
 */
export function toErrorResponse(error: unknown): ServiceResponse {
  // Not `instanceof`, because the store can be one of another copy of this package.
  if (Object(error).isInterrupted === true) throw error;
  if (error instanceof HttpError) {
    const { status, message, headers, reason } = error;
    return { ...jsonResponse(status, { error: error.error, message }, headers), reason };
  }
  console.error("plant-store-sdk/mocks: unexpected error, responding with 500.", error);
  return toErrorResponse(new HttpError(500, "the mock failed unexpectedly: see the error in its log"));
}
