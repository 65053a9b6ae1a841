/** A server that responds as a script says, and records its requests. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

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

export interface PeerScript {
  /** Overrides the response to preflights. By default, everything is allowed. */
  preflight?: PeerResponse;
  /** Responses to all other requests except GET, in order. The last one repeats. */
  responses?: PeerResponse[];
}

export interface PeerRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** The connection was closed before the response was complete. */
  connectionLost: boolean;
}

export interface Peer {
  port: number;
  /** Oldest first, without GET requests. */
  requests: PeerRequest[];
  close(): Promise<void>;
}

const CREATED: PeerResponse = { status: 200, body: '{"name":"Fern"}' };

/**
 * Starts a peer on a free port of 127.0.0.1.
 *
 * @param sdk the bundled client, which pages of the server load from `/sdk.js`
 */
export async function startPeer(script: PeerScript, sdk: string): Promise<Peer> {
  const responses = [...(script.responses ?? [CREATED])];
  const requests: PeerRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    if (method === "GET") {
      servePage(path, sdk, response);
      return;
    }
    const received = { method, path, headers, body: await text(request), connectionLost: false };
    requests.push(received);
    response.on("close", () => {
      received.connectionLost = !response.writableFinished;
    });
    if (method === "OPTIONS") send(response, { ...allowPreflight(request), ...script.preflight });
    else send(response, (responses.length > 1 ? responses.shift() : responses[0]) ?? CREATED);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function allowPreflight({ headers }: IncomingMessage): PeerResponse {
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

/** The strictest policy for a page that loads a script and calls its own server. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** Serves a page under any path, and the client for it. */
function servePage(path: string, sdk: string, response: ServerResponse): void {
  response.setHeader("content-security-policy", POLICY);
  if (path === "/sdk.js") response.setHeader("content-type", "text/javascript").end(sdk);
  else response.setHeader("content-type", "text/html").end("<!doctype html><title>A page</title>");
}
