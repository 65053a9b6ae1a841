/**
 * The reference Plant Store on a real port, without MSW.
 *
 * @module plant-store-sdk/mocks/server
 */
// On node:http, because only the raw socket can reset a connection, or leave a body unfinished.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { answerRefusal, MAX_BODY_BYTES, Refusal, type ServiceAnswer } from "./protocol.ts";
import type { ReferenceStore } from "./reference-store.ts";
import type { PlantStore } from "./store.ts";

export * from "./store.ts";

/** Where a store listens, and who is told of its requests. */
export interface ListenOptions {
  /**
   * 0 is any free one.
   * @default 0
   */
  port?: number | undefined;
  /**
   * The name or address of the interface; "0.0.0.0" and "::" are all of them.
   * @default "127.0.0.1"
   */
  host?: string | undefined;
  /** Called when a request has ended, also for health checks and CORS preflights. */
  onRequest?: ((request: ServedRequest) => void) | undefined;
}

/** How a request on a port ended. */
export interface ServedRequest {
  method: string;
  /** Without the query, which may hold secrets. */
  path: string;
  /** The status that was sent; absent where the connection ended without one. */
  status?: number;
  /** From the request's head to the end of the answer or of the connection, milliseconds. */
  duration: number;
}

/** A store that listens on a port. */
export interface PlantStoreServer extends AsyncDisposable {
  /** The base URL to reach it by, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  /** Ends all connections and frees the port. Further calls do nothing more. */
  close(): Promise<void>;
}

/**
 * Has a store listen on a real port, for clients of any language.
 *
 * @throws TypeError for a wrong argument; an Error with the system's `code` where the port is not to be had.
 */
export async function listen(store: PlantStore, options: ListenOptions = {}): Promise<PlantStoreServer> {
  const { port = 0, host = "127.0.0.1", onRequest } = options;
  check("the store", "answer" in store, "one that createPlantStore has made");
  check("`port`", Number.isInteger(port) && port >= 0 && port <= 65_535, "a whole number from 0 to 65535");
  check("`host`", typeof host === "string" && host !== "", "the name or address of an interface");

  // Node's own answers have no Error body; so it is not to check the host.
  const server = createServer({ keepAliveTimeout: 0, requireHostHeader: false });
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    throw unavailable(error as NodeJS.ErrnoException, `port ${port} of ${host}`);
  }
  const address = server.address() as AddressInfo;
  const url = `http://${nameOf(host)}:${address.port}`;
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    if (onRequest !== undefined) response.on("close", reportTo(onRequest, request, response));
    receive(request, (body) => answer(store as ReferenceStore, body, url, request, response));
  };
  server.on("request", serve).on("checkExpectation", serve).on("clientError", refuseMalformed);

  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return closed;
  };
  return { url, port: address.port, close, [Symbol.asyncDispose]: close };
}

function check(what: string, isRight: boolean, requirement: string): void {
  if (!isRight) throw new TypeError(`listen: ${what} must be ${requirement}.`);
}

/** The system's error in words. */
function unavailable(error: NodeJS.ErrnoException, place: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: "is in use already: choose another port, or 0 for any free one",
    EACCES: "is reserved: choose a port of 1024 or more, or 0 for any free one",
  };
  const reason =
    reasons[error.code ?? ""] ?? `is not to be had (${error.message}): choose another host or port`;
  return Object.assign(new Error(`listen: ${place} ${reason}.`, { cause: error }), { code: error.code });
}

/** The host as a URL has it; of all interfaces, the one of this machine. */
function nameOf(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

/** Brings the whole body, or of one that is too long the beginning. Of a request that breaks off nothing comes. */
function receive(request: IncomingMessage, onBody: (body: Uint8Array) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    length += chunk.length;
  });
  request.on("end", () => onBody(Buffer.concat(chunks)));
}

async function answer(
  store: ReferenceStore,
  body: Uint8Array,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", headers } = request;
  const header = (name: string) => headers[name] as string | undefined;
  try {
    const whenGone = () => abortedOnClose(response);
    send(await store.answer({ method, url: urlOf(request, origin), header, body }, whenGone), response);
  } catch {
    request.socket.resetAndDestroy();
  }
}

function abortedOnClose(response: ServerResponse): AbortSignal {
  if (response.closed) return AbortSignal.abort();
  const controller = new AbortController();
  response.on("close", () => controller.abort());
  return controller.signal;
}

/** A request's target may be a path, a URL or an asterisk (RFC 9112 section 3.2). */
function urlOf({ url: target = "" }: IncomingMessage, origin: string): string {
  if (target.startsWith("/")) return origin + target;
  return URL.canParse(target) ? target : `${origin}/${target}`;
}

function send({ status, headers, body, truncatedTo }: ServiceAnswer, response: ServerResponse): void {
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  const bytes = Buffer.from(body); // With a string, Node would write the headers in its encoding too.
  response.writeHead(status, { ...headers, "content-length": bytes.length });
  if (truncatedTo === undefined) {
    response.end(bytes);
    return;
  }
  response.flushHeaders();
  response.write(bytes.subarray(0, truncatedTo));
  response.socket?.destroySoon();
}

/** Answers what is no HTTP; Node's own answer has no Error body. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { headers, body } = answerRefusal(new Refusal(400, `the request is no valid HTTP: ${error.message}`));
  const lines = Object.entries({
    ...headers,
    "content-length": Buffer.byteLength(`${body}`),
    connection: "close",
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 400 Bad Request\r\n${head}\r\n${body}`);
  (socket as Socket).destroySoon();
}

function reportTo(
  onRequest: (request: ServedRequest) => void,
  request: IncomingMessage,
  response: ServerResponse,
): () => void {
  const start = performance.now();
  return () => {
    const { method = "" } = request;
    const path = new URL(urlOf(request, "http://localhost")).pathname;
    const status = response.headersSent ? { status: response.statusCode } : {};
    onRequest({ method, path, ...status, duration: performance.now() - start });
  };
}
