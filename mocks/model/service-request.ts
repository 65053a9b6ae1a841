/** A request to the service, independent of how it is transported. */
import { parseExactJson } from "./exact-json.ts";
import { HttpError } from "./http-error.ts";
import type { ServiceResponse } from "./service-response.ts";

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
  /**
   * The path of the store's base URL, first, and those of other stores for the message of a 404. Without them, any base
   * path is right.
   */
  basePaths?: readonly [own: string, ...others: string[]] | undefined;
}

/** What adapters need of a store. */
export interface Service {
  /**
   * Rejects only if there is no response: the connection must be dropped.
   *
   * @param disconnectSignal creates a signal that aborts when the client disconnects; called only if the service has
   * to wait
   */
  respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): Promise<ServiceResponse>;
}

/** The path of a URL, without the URL parser's normalization: `/a/../plants` is not `/plants`. */
export function pathOf(url: string): string {
  return /^[\w+.-]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? "";
}

/**
 * The token after `Bearer` (RFC 6750 section 2.1), which is case-insensitive (RFC 9110 section 11.1), except for services
 * with a rule about it.
 */
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
