/**
 * What is at the other end of a call: a stubbed `fetch`, a server or a bare socket. Each answers by a script and
 * records what reached it. A server listens on a free port of 127.0.0.1 and is closed when its test ends.
 */
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { PlantStoreFetch } from "plant-store-sdk";
import { type Mock, onTestFinished, vi } from "vitest";

/** A plant as the store answers it, which most answers need and no test is about. */
export const PLANT_TEXT = '{"name":"Fern"}';

// A stubbed fetch.

/** What `fetch` does when it is called. */
export type Answer = PlantStoreFetch;

/** A `fetch` that gives its answers in turn, the last of them again and again; its calls can be counted. */
export function fetchAnswering(...answers: Answer[]): Mock<PlantStoreFetch> {
  let next = 0;
  return vi.fn<PlantStoreFetch>((url, init) => {
    const answer = answers[Math.min(next++, answers.length - 1)] as Answer;
    return answer(url, init);
  });
}

/** An answer that arrives whole. */
export function respond(
  status: number,
  body: BodyInit | null = null,
  headers: Record<string, string> = {},
): Answer {
  return async () => new Response(body, { status, headers });
}

/** The answer that makes a call succeed. */
export const succeed = respond(200, PLANT_TEXT);

/** No answer: `fetch` rejects. */
export function fail(error: unknown): Answer {
  return async () => {
    throw error;
  };
}

/** No answer before the signal of the request aborts, as the real `fetch` has it. */
export const hang: Answer = (_url, { signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

/** No answer, whatever the signal says. */
export const hangForGood: Answer = () => new Promise(() => {});

/** What Node's `fetch` throws: its own TypeError, with the system's error as the cause. */
export function networkError(code: string, syscall?: string): TypeError {
  const cause = Object.assign(new Error([syscall, code].filter(Boolean).join(" ")), { code, syscall });
  return new TypeError("fetch failed", { cause });
}

/** The usual network error that leaves no doubt: nothing was sent. */
export const refused = networkError("ECONNREFUSED", "connect");

/** The usual network error that leaves open whether the request was received. */
export const lost = networkError("ECONNRESET", "read");

/** A body of which `sent` arrives, and then nothing more; `cancelled` settles when its reader gives up. */
export function stallingBody(sent = ""): { stream: ReadableStream<Uint8Array>; cancelled: Promise<unknown> } {
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<unknown>();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(sent)),
    cancel,
  });
  return { stream, cancelled };
}

/** A body of which `sent` arrives before it breaks off. */
export function breakingBody(sent = "", error: unknown = lost): ReadableStream<Uint8Array> {
  const chunks = [new TextEncoder().encode(sent)];
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.error(error);
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}

// A server.

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
export interface HttpPeer {
  /** The base URL to reach it by. */
  url: string;
  /** The requests that arrived whole, oldest first. */
  requests: ReceivedRequest[];
}

/** A server that gives every request, once it is there whole, to `answer`. */
export async function httpPeer(
  answer: (response: ServerResponse, request: ReceivedRequest) => void,
): Promise<HttpPeer> {
  const requests: ReceivedRequest[] = [];
  const server = createHttpServer(async (request, response) => {
    const { method, url, headers } = request;
    const clientPort = request.socket.remotePort;
    const received = { method, url, headers, body: await text(request), clientPort };
    requests.push(received);
    answer(response, received);
  });
  return { url: `http://127.0.0.1:${await listenFor(server)}`, requests };
}

/** A server that speaks what its script writes. */
export interface SocketPeer {
  url: string;
  /** The requests that arrived whole, oldest first, each with its head and body. */
  requests: string[];
}

/** A server that gives a connection, once a request is there whole, to `answer`. */
export async function socketPeer(
  answer: (socket: Socket, requestNumber: number) => void,
): Promise<SocketPeer> {
  const requests: string[] = [];
  const server = createSocketServer((socket) => {
    let received = "";
    socket.setNoDelay(); // Else a second write waits 40 ms for the client's delayed ACK.
    socket.on("error", () => {}); // Clients that break off are what these tests are about.
    socket.setEncoding("utf8").on("data", (chunk) => {
      received += chunk;
      if (!isWhole(received)) return;
      requests.push(received);
      received = "";
      answer(socket, requests.length);
    });
  });
  return { url: `http://127.0.0.1:${await listenFor(server)}`, requests };
}

/** A port of this machine where nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createSocketServer();
  const port = await listen(server);
  server.close();
  await once(server, "close");
  return port;
}

/** Starts a server that ends, its open connections too, with the running test. */
export async function listenFor(server: Server): Promise<number> {
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
