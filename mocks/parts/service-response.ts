/** A response of the service, independent of how it is transported. */
import { stringifyJson } from "../../src/contract/json.ts";

export interface ServiceResponse {
  status: number;
  headers: Record<string, string>;
  /** `null` if the status has no body. */
  body: string | null | StreamedBody;
  /** Why the request was rejected: for the recorded request, not for the client. */
  reason?: string;
}

/** A body that is sent piece by piece. */
export interface StreamedBody {
  /** Its length, bytes. If fewer are written, the connection is dropped. */
  length?: number;
  /** Whether fewer will be written. */
  breaksOff?: boolean;
  /**
   * Writes the body. The request is over when the promise resolves, whether or not the client has read it. An adapter calls
   * this once.
   *
   * @param send resolves when the client has taken the piece
   */
  write: (send: (piece: Uint8Array) => Promise<void>) => Promise<void>;
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
