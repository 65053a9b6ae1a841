/** A server that responds as a script says, and records its requests. */
import type { ServerResponse } from "node:http";
import { type ReceivedRequest, startHttpServer } from "../support/servers.ts";
import { PAGE_HOST } from "./playwright-driver.ts";

/** What a peer does with a request. */
export interface PeerResponse {
  /** Without a status, nothing is sent. */
  status?: number;
  /** Added to the default headers. `undefined` removes one. */
  headers?: Record<string, string | undefined>;
  body?: string;
  /**
   * What follows the body: the end of the response, a TCP reset, or nothing.
   * @default "end"
   */
  ending?: "end" | "reset" | "silence";
}

interface PeerScript {
  /** Overrides the response to preflights. By default, everything is allowed. */
  preflight?: PeerResponse;
  /** Responses to all other requests except GET, in order. The last one repeats. */
  responses?: PeerResponse[];
}

interface PeerRequest extends ReceivedRequest {
  /** The connection was closed before the response was complete. */
  connectionLost: boolean;
}

export const CREATED: PeerResponse = { status: 200, body: '{"name":"Fern"}' };

/** Of the page that a peer serves under any path: the strictest policy for one that calls its own server. */
const POLICY = "default-src 'none'; connect-src 'self'";

/** Starts a peer on a free port of 127.0.0.1, until the test ends. */
export async function startPeer({ preflight, responses = [CREATED] }: PeerScript = {}) {
  const requests: PeerRequest[] = []; // Oldest first, without GET requests.
  const queue = [...responses];
  const { url: baseUrl } = await startHttpServer((response, received) => {
    if (received.method === "GET") {
      response.writeHead(200, { "content-security-policy": POLICY, "content-type": "text/html" });
      response.end("<!doctype html><title>A page</title>");
      return;
    }
    const request = { ...received, connectionLost: false };
    requests.push(request);
    response.on("close", () => {
      request.connectionLost = !response.writableFinished;
    });
    if (received.method === "OPTIONS") send(response, { ...allowPreflight(received), ...preflight });
    else send(response, (queue.length > 1 ? queue.shift() : queue[0]) ?? CREATED);
  });
  return {
    baseUrl,
    /** The same server under a host name that is not loopback. */
    siteUrl: baseUrl.replace("127.0.0.1", PAGE_HOST),
    requests,
    posts: () => requests.filter(({ method }) => method === "POST"),
  };
}

function allowPreflight({ headers }: ReceivedRequest): PeerResponse {
  const allowed = headers["access-control-request-headers"];
  // Closes the connection, because a browser would reuse it for the request itself.
  return { status: 204, headers: { "access-control-allow-headers": allowed, connection: "close" } };
}

function send(response: ServerResponse, { status, headers, body = "", ending = "end" }: PeerResponse): void {
  if (status !== undefined) {
    const all = {
      "access-control-allow-origin": "*",
      // Chromium caches preflights for 5 s by default, and a later peer may get the same port.
      "access-control-max-age": "0",
      "content-type": "application/json",
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) response.setHeader(name, value);
    response.writeHead(status).flushHeaders();
    if (body !== "") response.write(body);
  }
  if (ending === "end") response.end();
  if (ending === "reset") response.socket?.resetAndDestroy();
}
