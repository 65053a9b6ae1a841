/** A server that responds as a script says, and records its requests. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

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

interface PeerRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** The connection was closed before the response was complete. */
  connectionLost: boolean;
}

export interface Peer {
  baseUrl: string;
  port: number;
  /** Oldest first, without GET requests. */
  requests: PeerRequest[];
  /** Only the POST requests. */
  posts(): PeerRequest[];
  close(): void;
}

export const CREATED: PeerResponse = { status: 200, body: '{"name":"Fern"}' };

/** Of the page that a peer serves under any path: the strictest policy for one that calls its own server. */
const POLICY = "default-src 'none'; connect-src 'self'";

/** Starts a peer on a free port of 127.0.0.1, until the test ends. */
export async function startPeer(script: PeerScript = {}): Promise<Peer> {
  const responses = [...(script.responses ?? [CREATED])];
  const requests: PeerRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    if (method === "GET") {
      response.writeHead(200, { "content-security-policy": POLICY, "content-type": "text/html" });
      response.end("<!doctype html><title>A page</title>");
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
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  onTestFinished(close);
  const posts = () => requests.filter(({ method }) => method === "POST");
  return { baseUrl: `http://127.0.0.1:${port}`, port, requests, posts, close };
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
