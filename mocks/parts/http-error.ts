/** A rejected request, and the response to it. */
import { jsonResponse, type ServiceResponse } from "./service-response.ts";
import { isInterrupted } from "./waits.ts";

/**
 * A rejected request. It becomes a response with an Error body (specification, "Error"). Not an `Error`, whose stack would
 * take a quarter of the time of a rejection.
 */
export class HttpError {
  readonly response: ServiceResponse & { reason: string };

  /**
   * @param error the `error` in the body
   * @param reason for the recorded request, because the message can be one of the rules
   */
  constructor(
    status: number,
    message: string,
    headers?: Record<string, string>,
    error = status,
    reason = message,
  ) {
    this.response = { ...jsonResponse(status, { error, message }, headers), reason };
  }
}

/**
 * A 405 (RFC 9110 section 15.5.6).
 *
 * @param methods those that the message names. With GET, HEAD is also allowed
 * @param alsoAllowed more methods, for the header `allow`
 */
export function methodNotAllowed(method: string, methods: string[], ...alsoAllowed: string[]): HttpError {
  const allow = [...methods, ...alsoAllowed].join(", ").replace("GET", "GET, HEAD");
  return new HttpError(405, `${method} is not allowed here: use ${methods.join(" or ")}`, { allow });
}

/**
 * The response to a request that failed. A bug in the mock must not look like a lost connection.
 *
 * @throws Interrupted if that is the error
 */
export function toErrorResponse(error: unknown): ServiceResponse {
  if (isInterrupted(error)) throw error;
  if (error instanceof HttpError) return error.response;
  console.error("plant-store-sdk/mocks: unexpected error, responding with 500.", error);
  return toErrorResponse(new HttpError(500, "the mock failed unexpectedly: see the error in its log"));
}
