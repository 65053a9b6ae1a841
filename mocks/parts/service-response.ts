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
  /** Ends the writing early: the client no longer reads. */
  cancel?: (() => void) | undefined;
}

/** Shared by most responses. What a page may read depends on its origin: see `allowOrigin`. */
const WITHOUT_BODY = { vary: "origin" };
const JSON_HEADERS = { "content-type": "application/json", ...WITHOUT_BODY };

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
  headers?: Record<string, string>,
): ServiceResponse {
  const defaults = body === null ? WITHOUT_BODY : JSON_HEADERS;
  if (headers === undefined) return { status, headers: defaults, body };
  const vary = headers.vary === undefined ? defaults.vary : `${headers.vary}, ${defaults.vary}`;
  return { status, headers: { ...defaults, ...headers, vary }, body };
}

/**
 * Lets the page that sent a request read the response. Every page may call the mock, because it is for tests.
 *
 * @param credentials whether a page may also send cookies. Names are listed, because `*` would then be literal
 */
export function allowOrigin(
  response: ServiceResponse,
  { headers: { origin } }: { headers: Readonly<Record<string, string | undefined>> },
  credentials: boolean,
): ServiceResponse {
  if (origin === undefined) return response;
  const headers = {
    "access-control-allow-origin": origin,
    ...(credentials && { "access-control-allow-credentials": "true" }),
    "access-control-expose-headers": Object.keys(response.headers).join(", "),
    ...response.headers,
  };
  return { ...response, headers };
}
