/** Servers outside of the browser: each answers by a script, which is plain data, and records what reached it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** What a server does with a request. */
export interface PeerAnswer {
  /** Nothing is sent where there is none. */
  status?: number;
  /** Beside the usual ones; an undefined one takes a usual one away. */
  headers?: Record<string, string | undefined>;
  body?: string;
  /**
   * What follows: the end of the answer, a TCP reset, or nothing more.
   * @default "end"
   */
  ending?: "end" | "reset" | "silence";
}

/** What a server does. */
export interface PeerScript {
  /** The answer to every preflight; the usual one allows what it asks for. */
  preflight?: PeerAnswer;
  /** To everything else but GET, in turn, the last of them again and again. */
  answers?: PeerAnswer[];
}

/** A request as it reached a server. */
export interface PeerRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** The connection ended before the answer did. */
  brokenOff: boolean;
}

export interface Peer {
  port: number;
  /** Oldest first; without those for a page and what belongs to it. */
  requests: PeerRequest[];
  /** Ends every connection by a TCP reset. */
  reset(): void;
  close(): Promise<void>;
}

/** What makes a call succeed. */
const CREATED: PeerAnswer = { status: 200, body: '{"name":"Fern"}' };

/**
 * A server on a free port of this machine.
 *
 * @param sdk the package as one script, which pages of the server load from `/sdk.js`.
 */
export async function startPeer(script: PeerScript, sdk: string): Promise<Peer> {
  const answers = [...(script.answers ?? [CREATED])];
  const requests: PeerRequest[] = [];
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    if (method === "GET") {
      servePage(path, sdk, response);
      return;
    }
    const received = { method, path, headers, body: await text(request), brokenOff: false };
    requests.push(received);
    response.on("close", () => {
      received.brokenOff = !response.writableFinished;
    });
    if (method === "OPTIONS") answer(response, { ...consentTo(request), ...script.preflight });
    else answer(response, (answers.length > 1 ? answers.shift() : answers[0]) ?? CREATED);
  });
  const sockets = new Set<IncomingMessage["socket"]>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    reset: () => sockets.forEach((socket) => void socket.resetAndDestroy()),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function consentTo({ headers }: IncomingMessage): PeerAnswer {
  const allowed = headers["access-control-request-headers"];
  // Without the connection, which a browser would use again for the request itself.
  return { status: 204, headers: { "access-control-allow-headers": allowed, connection: "close" } };
}

function answer(response: ServerResponse, { status, headers, body = "", ending = "end" }: PeerAnswer): void {
  if (status !== undefined) {
    const sent = { "access-control-allow-origin": "*", "content-type": "application/json", ...headers };
    for (const [name, value] of Object.entries(sent))
      if (value !== undefined) response.setHeader(name, value);
    response.writeHead(status).flushHeaders();
    if (body !== "") response.write(body);
  }
  if (ending === "end") response.end();
  if (ending === "reset") response.socket?.resetAndDestroy();
}

/** As strict as can be for a page that loads a script and asks its own server. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** A page under any path, and the package for it. */
function servePage(path: string, sdk: string, response: ServerResponse): void {
  response.setHeader("content-security-policy", POLICY);
  if (path === "/sdk.js") response.setHeader("content-type", "text/javascript").end(sdk);
  else response.setHeader("content-type", "text/html").end("<!doctype html><title>A page</title>");
}
