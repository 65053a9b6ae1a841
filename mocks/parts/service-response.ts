/** A response of the service, independent of how it is transported. */
import { stringifyJson } from "../../src/contract/json.ts";

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
