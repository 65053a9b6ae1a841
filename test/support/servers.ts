/**
 * Servers that respond as a test says and record the requests. They listen on a free port of 127.0.0.1 and close when
 * the test ends.
 */
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A request as it reached a server. */
export interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
  /** The client's port: the same for two requests on one connection. */
  clientPort: number | undefined;
}

/** A server that speaks HTTP. */
export interface HttpServer {
  /** The base URL to reach it by. */
  url: string;
  /** The requests that arrived whole, oldest first. */
  requests: ReceivedRequest[];
}

/** A server that gives every request, once it is there whole, to `answer`. */
export async function startHttpServer(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
): Promise<HttpServer> {
  const requests: ReceivedRequest[] = [];
  const server = createHttpServer(async (request, response) => {
    const { method, url, headers } = request;
    const clientPort = request.socket.remotePort;
    const received = { method, url, headers, body: await text(request), clientPort };
    requests.push(received);
    answer(response, received);
  });
  return { url: `http://127.0.0.1:${await listenUntilTestEnds(server)}`, requests };
}

/** A server that speaks what its script writes. */
export interface SocketServer {
  url: string;
  /** The requests that arrived whole, oldest first, each with its head and body. */
  requests: string[];
}

/** A server that gives a connection, once a request is there whole, to `answer`. */
export async function startSocketServer(
  answer: (socket: Socket, requestNumber: number) => void,
): Promise<SocketServer> {
  const requests: string[] = [];
  const server = createSocketServer({ noDelay: true }, (socket) => {
    let received = "";
    socket.on("error", () => {}); // Clients that break off are what these tests are about.
    socket.setEncoding("utf8").on("data", (chunk) => {
      received += chunk;
      if (!isWhole(received)) return;
      requests.push(received);
      received = "";
      answer(socket, requests.length);
    });
  });
  return { url: `http://127.0.0.1:${await listenUntilTestEnds(server)}`, requests };
}

/** A port of this machine where nothing listens. */
export async function unusedPort(): Promise<number> {
  const server = createSocketServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a server that ends, its open connections too, with the running test. */
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

function isWhole(request: string): boolean {
  const [head = "", body] = request.split("\r\n\r\n");
  const length = /^content-length: (\d+)$/im.exec(head)?.[1] ?? "0";
  return body !== undefined && Buffer.byteLength(body) >= Number(length);
}
