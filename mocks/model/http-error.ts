/** A rejected request, and the response to it. */
import { isInterrupted } from "./interruption.ts";
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

/**
 * The response to a request that failed. A bug in the mock must not look like a lost connection.
 *
 * @throws Interrupted if that is the error
 */
export function toErrorResponse(error: unknown): ServiceResponse {
  if (isInterrupted(error)) throw error;
  if (error instanceof HttpError) {
    const { status, message, headers, reason } = error;
    return { ...jsonResponse(status, { error: error.error, message }, headers), reason };
  }
  console.error("plant-store-sdk/mocks: unexpected error, responding with 500.", error);
  return toErrorResponse(new HttpError(500, "the mock failed unexpectedly: see the error in its log"));
}
