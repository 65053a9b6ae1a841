/**
 * Servers for tests, which record their requests. They listen on a free port of 127.0.0.1 and close when the test ends.
 */
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createHttpsServer, type ServerOptions } from "node:https";
import {
  type AddressInfo,
  connect,
  createServer as createSocketServer,
  type Server,
  type Socket,
} from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

export interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
  /** The client's port. Requests on the same connection have the same port. */
  clientPort: number | undefined;
}

export interface HttpServer {
  url: string;
  /** The complete requests that it received, oldest first. */
  requests: ReceivedRequest[];
}

/** Starts an HTTP server that calls `respond` when a request is complete. @param tls options, for HTTPS */
export async function startHttpServer(
  respond: (response: ServerResponse, request: ReceivedRequest) => void,
  tls?: ServerOptions,
): Promise<HttpServer> {
  const requests: ReceivedRequest[] = [];
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request;
    const clientPort = request.socket.remotePort;
    const received = { method, url, headers, body: await text(request), clientPort };
    requests.push(received);
    respond(response, received);
  };
  const server = tls ? createHttpsServer(tls, onRequest) : createHttpServer(onRequest);
  const scheme = tls ? "https" : "http";
  return { url: `${scheme}://127.0.0.1:${await listenUntilTestEnds(server)}`, requests };
}

export interface SocketServer {
  url: string;
  /** The complete requests that it received, oldest first, each with its head and body. */
  requests: string[];
}

/** Starts a TCP server that calls `respond` when a request is complete. `respond` writes the bytes of the response. */
export async function startSocketServer(
  respond: (socket: Socket, requestNumber: number) => void,
): Promise<SocketServer> {
  const requests: string[] = [];
  const server = createSocketServer({ noDelay: true }, (socket) => {
    let received = "";
    socket.on("error", () => {}); // Tests make clients disconnect.
    socket.setEncoding("utf8").on("data", (chunk) => {
      received += chunk;
      if (!isComplete(received)) return;
      requests.push(received);
      received = "";
      respond(socket, requests.length);
    });
  });
  return { url: `http://127.0.0.1:${await listenUntilTestEnds(server)}`, requests };
}

/** A port on which nothing listens: no system picks it for a server, as it would a port that was closed. */
export const CLOSED_PORT = 4;

/** For programs that cannot listen on a port of their choice. Another program may take the port before. */
export async function findFreePort(): Promise<number> {
  const server = createSocketServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Whether a program listens. Not by a request, which could leave an idle connection of a proxy to its store. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const connected = once(socket, "connect").then(() => true);
  return connected.catch(() => false).finally(() => socket.destroy());
}

/** Starts a server on a free port. When the test ends, the server and its open connections close. */
export async function listenUntilTestEnds(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return listen(server);
}

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Whether a request, in Latin-1 or ASCII, has arrived with its body. */
export function isComplete(request: string): boolean {
  const [head = "", body] = request.split("\r\n\r\n");
  const length = /^content-length: (\d+)$/im.exec(head)?.[1] ?? "0";
  return body !== undefined && Buffer.byteLength(body) >= Number(length);
}
