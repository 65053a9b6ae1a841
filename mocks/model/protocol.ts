/** Requests to the service and its responses, independent of how they are transported. */
import { stringifyJson } from "../../src/contract/json.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import { parseExactJson } from "./exact-json.ts";

/** Larger request bodies are rejected, bytes. The specification gives no limit, but a mock without one can run out of memory. */
export const MAX_BODY_BYTES = 1_048_576;

/** A request from any adapter. Not a `Request`: creating one for every request would be several times slower. */
export interface ServiceRequest {
  method: string;
  /** Absolute. */
  url: string;
  /** With lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** If it is larger than {@link MAX_BODY_BYTES}, the service responds with 413. */
  body: Uint8Array;
  /** What makes the request invalid HTTP although it can be read. The service responds with 400. */
  invalid?: string | undefined;
  /**
   * The path of the store's base URL, first, and those of other stores for the message of a 404. Without them, any base
   * path is right.
   */
  basePaths?: readonly [own: string, ...others: string[]] | undefined;
}

/** A response for any adapter. */
export interface ServiceResponse {
  status: number;
  headers: Record<string, string>;
  /** `null` if the status has no body. */
  body: string | null | BodyPieces;
  /** Why the request was rejected: for the recorded request, not for the client. */
  reason?: string;
}

/** A body that is sent piece by piece. */
export interface BodyPieces extends AsyncIterable<Uint8Array> {
  /** Its length, bytes. If the pieces end earlier, the connection is dropped. Without it, the end of the connection ends it. */
  length?: number;
  /** Resolves when the request is over. Without it, the request is over when the response is handed to the adapter. */
  end?: Promise<unknown>;
}

/** There is no response: the connection is reset, or closed normally. */
export interface ConnectionLost {
  lost: "reset" | "close";
  cause?: unknown;
}

export type ServiceResult = ServiceResponse | ConnectionLost;

/** What adapters need of a store. */
export interface Service {
  /**
   * Never rejects.
   *
   * @param disconnectSignal creates a signal that aborts when the client disconnects; called only if the service has
   * to wait
   */
  respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): Promise<ServiceResult>;
}

/**
 * A rejected request. It is thrown, and becomes a response with an Error body (specification, "Error"). Not an `Error`,
 * whose stack would take a quarter of the time of a rejection.
 */
export class HttpError {
  readonly status: number;
  readonly message: string;
  readonly headers: Record<string, string>;
  /** The `error` in the body. */
  readonly error: number;

  constructor(status: number, message: string, headers: Record<string, string> = {}, error = status) {
    this.status = status;
    this.message = message;
    this.headers = headers;
    this.error = error;
  }
}

/** The response to a request that failed. A bug in the mock must not look like a lost connection. */
export function toErrorResponse(error: unknown): ServiceResponse {
  if (error instanceof HttpError) {
    const { status, message, headers } = error;
    return { ...jsonResponse(status, { error: error.error, message }, headers), reason: message };
  }
  console.error("plant-store-sdk/mocks: unexpected error, responding with 500.", error);
  return toErrorResponse(new HttpError(500, "the mock failed unexpectedly: see the error in its log"));
}

/** The mock is for tests, so every page may call it. */
const CORS_HEADERS = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

export function jsonResponse(
  status: number,
  body: object,
  headers?: Record<string, string>,
): ServiceResponse {
  return textResponse(status, stringifyJson(body) as string, headers);
}

/** `content-type` is `application/json` unless `headers` contains another one. */
export function textResponse(
  status: number,
  body: string | null,
  headers: Record<string, string> = {},
): ServiceResponse {
  const contentType = body === null ? undefined : { "content-type": "application/json" };
  return { status, headers: { ...contentType, ...CORS_HEADERS, ...headers }, body };
}

/** The path of a URL, without the URL parser's normalization: `/a/../plants` is not `/plants`. */
export function pathOf(url: string): string {
  return /^[\w+.-]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? "";
}

/** RFC 6750 section 2.1. The scheme is case-insensitive (RFC 9110 section 11.1), except for services with a rule about it. */
export function bearerToken(
  { headers }: ServiceRequest,
  bearerCase: "exact" | "any" = "any",
): string | undefined {
  const { authorization = "" } = headers;
  if (bearerCase === "exact" && !authorization.startsWith("Bearer ")) return undefined;
  return /^Bearer +(\S.*)/i.exec(authorization)?.[1];
}

const lenientUtf8 = new TextDecoder();
const strictUtf8 = new TextDecoder("utf-8", { fatal: true });

/** The first bytes of the body as text. U+FFFD replaces what is not UTF-8. */
export function bodyText(body: Uint8Array, maxBytes: number): string {
  return lenientUtf8.decode(body.subarray(0, maxBytes));
}

/**
 * Reads a body as JSON.
 *
 * @param expected what the JSON must be, for the message
 * @param limit bytes
 * @throws HttpError with 413 if it is too long, and with 400 if it is not JSON in UTF-8
 */
export function readJson(body: Uint8Array, expected = "", limit = MAX_BODY_BYTES): unknown {
  const maxBytes = Math.min(limit, MAX_BODY_BYTES);
  if (body.byteLength > maxBytes) throw new HttpError(413, `the body must be at most ${maxBytes} bytes long`);
  try {
    const text = lenientUtf8.decode(body);
    // The lenient decoder is several times faster.
    if (text.includes("\ufffd")) strictUtf8.decode(body);
    return parseExactJson(text);
  } catch {
    throw new HttpError(400, `the body must be valid JSON in UTF-8${expected && `: ${expected}`}`);
  }
}

/** Keeps only the fields of the specification. Ids become comparable: a number if it is exact, and never `-0`. */
export function normalizePlant({ id, name, tag }: NewPlant): NewPlant {
  const number = Number(id);
  const plant = { id: Number.isSafeInteger(number) ? number + 0 : id, name };
  return tag === undefined ? plant : { ...plant, tag };
}
