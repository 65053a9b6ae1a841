/** A request to the service, independent of how it is transported. */
import type { ServiceResponse } from "./service-response.ts";

/** Not a `Request`, which takes several times as long to create. */
export interface ServiceRequest {
  method: string;
  /** Absolute. */
  url: string;
  /** With lower-case names. Not changed: requests can share it. */
  headers: Readonly<Record<string, string | undefined>>;
  /** If it is larger than `MAX_BODY_BYTES`, the service responds with 413. */
  body: Uint8Array;
  /** The body as text, once it has been decoded. */
  text?: string;
  /** The address of the client, on a port. */
  client?: string | undefined;
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
  respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): MaybePromise<ServiceResponse>;
}

/** Not a promise if nothing has to wait: a promise for each step of a request would halve the speed of a port. */
export type MaybePromise<T> = T | Promise<T>;

/** Most requests have the URL of the last one. */
let last = { url: "", path: "" };

/** The path of a URL, without the URL parser's normalization: `/a/../plants` is not `/plants`. */
export function pathOf(url: string): string {
  if (url !== last.url) last = { url, path: url.replace(/^[^/]*\/\/[^/?#]*/, "").replace(/[?#].*/s, "") };
  return last.path;
}

/**
 * The token after `Bearer` (RFC 6750 section 2.1), which is case-insensitive (RFC 9110 section 11.1), except for services
 * with a rule about it.
 */
export function bearerToken(
  { headers }: Pick<ServiceRequest, "headers">,
  bearerCase: "exact" | "any" = "any",
): string | undefined {
  const { authorization = "" } = headers;
  if (bearerCase === "exact" && !authorization.startsWith("Bearer ")) return undefined;
  return /^Bearer +(\S.*)/i.exec(authorization)?.[1];
}
