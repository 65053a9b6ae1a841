/** Adapter for node:http: reads a request from a socket, and writes the service's result to it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { MAX_BODY_BYTES } from "../parts/limits.ts";
import type { Service } from "../parts/service-request.ts";
import type { ServiceResponse, StreamedBody } from "../parts/service-response.ts";
import { isInterrupted } from "../parts/waits.ts";

interface RequestSettings {
  /** The URL of the server, for requests without a Host. */
  origin: string;
  /** Whether the connections of browsers stay open after a response. */
  keepBrowserConnections: boolean;
  /** After how long an idle connection is closed, ms; 0 means never. */
  keepAliveTimeout: number;
  /** Whether the server accepts no new connections any more, and ends those that are idle. */
  isClosing: () => boolean;
}

/** More are joined, because a small chunk takes far more memory than its bytes. */
const MAX_CHUNKS = 1_000;

/** Reads a request completely, then responds. An incomplete request gets no response and does not change the store. */
export function handleRequest(
  service: Service,
  settings: RequestSettings,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  let chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    if (length > MAX_BODY_BYTES) return; // The rest of an oversized body is not kept.
    length += chunk.length;
    chunks.push(chunk);
    if (chunks.length === MAX_CHUNKS) chunks = [Buffer.concat(chunks)];
  });
  request.on("end", () => {
    // If invalid HTTP followed this request, the client gets a 400 instead: do not create the plant.
    if (!request.socket.writable || ending.has(request.socket)) return;
    const [only = Buffer.alloc(0)] = chunks;
    const body = chunks.length > 1 ? Buffer.concat(chunks) : only;
    respond(service, settings, request, body, response);
  });
}

function respond(
  service: Service,
  { origin, keepAliveTimeout, keepBrowserConnections, isClosing }: RequestSettings,
  request: IncomingMessage,
  body: Uint8Array,
  response: ServerResponse,
): void {
  const { method = "", socket } = request;
  const { url, headers, isFromBrowser } = headOf(request, origin);
  const answer = (result: ServiceResponse): Promise<void> | undefined => {
    // WebKitGTK takes an incomplete body for complete if it has `connection: close`. Its connection is lost anyway.
    const breaksOff = typeof result.body === "object" && result.body?.breaksOff;
    const isLast = isClosing() || (isFromBrowser && !keepBrowserConnections);
    if (!breaksOff && isLast) response.shouldKeepAlive = false;
    // With this header, Node does not announce the timeout. Clients that know it would avoid stale connections.
    if (keepAliveTimeout > 0 && response.shouldKeepAlive) response.setHeader("connection", "keep-alive");
    if (!response.shouldKeepAlive) ending.add(socket);
    return send(result, response);
  };
  /** There is no response. */
  const drop = (error: unknown) =>
    isInterrupted(error) && error.closes ? socket.destroySoon() : void socket.resetAndDestroy();
  const fail = (error: unknown) => {
    console.error("plant-store-sdk/mocks: cannot send the response.", error);
    socket.destroy();
  };
  try {
    const sent = { method, url, headers, body, client: socket.remoteAddress };
    const result = service.respond(sent, () => disconnectSignal(response));
    if (result instanceof Promise) result.then(answer, drop).catch(fail);
    else answer(result)?.catch(fail);
  } catch (error) {
    fail(error);
  }
}

/** What is known of a request from its head. */
interface Head {
  url: string;
  headers: Record<string, string>;
  isFromBrowser: boolean;
}

/** The latest heads: most clients send few different ones, and then their records share them. */
const heads = new Map<string, Head>();
const MAX_HEADS = 100;

function headOf(request: IncomingMessage, origin: string): Head {
  const key = `${origin}\n${request.url}\n${request.rawHeaders.join("\n")}`;
  const known = heads.get(key);
  if (known !== undefined) return known;
  const head = {
    url: absoluteUrl(request, origin),
    headers: request.headers as Record<string, string>,
    isFromBrowser: isFromBrowser(request),
  };
  if (heads.size === MAX_HEADS) heads.clear();
  heads.set(key, head);
  return head;
}

/** Connections on which no more requests are handled, because they would get no response. */
export const ending = new WeakSet<Duplex>();

/**
 * Whether a browser sent the request. Chromium silently repeats a POST whose reused connection is lost, so a lost response
 * would never reach the page, unless its connection was new. Browsers send `Origin` to other origins, and `Sec-Fetch-Site` to
 * the page's own unless it uses plain HTTP and is not on this machine. `Sec-Fetch-Mode` says nothing: Node's `fetch` sends it.
 */
function isFromBrowser({ headers }: IncomingMessage): boolean {
  if (headers.origin !== undefined || headers["sec-fetch-site"] !== undefined) return true;
  return headers["user-agent"]?.startsWith("Mozilla/") ?? false;
}

/** `uri-host [ ":" port ]` (RFC 9110 section 7.2). Without commas: a proxy may have joined two headers. */
const HOST = /^(\[[\da-f:.]+\]|[\w.~%!$&'()*+;=-]+)(:\d*)?$/i;

function disconnectSignal(response: ServerResponse): AbortSignal {
  const { socket } = response.req;
  const controller = new AbortController();
  const abort = () => controller.abort();
  // On the socket, because a pipelined response does not always emit "close" when its connection ends.
  socket.once("close", abort);
  response.once("close", () => socket.off("close", abort));
  return controller.signal;
}

/**
 * The URL as the client sees it: another container reaches this server by another name. A request target can be a path, a
 * URL or an asterisk (RFC 9112 section 3.2).
 */
export function absoluteUrl(
  { url: target = "", headers: { host = "" } }: IncomingMessage,
  origin: string,
): string {
  const base = HOST.test(host) ? origin.slice(0, origin.lastIndexOf("/") + 1) + host : origin;
  if (target.startsWith("/")) return base + target;
  return URL.canParse(target) ? target : `${base}/${target}`;
}

export function send(
  { status, headers, body }: ServiceResponse,
  response: ServerResponse,
): Promise<void> | undefined {
  if (body === null) response.writeHead(status, headers).end();
  else if (typeof body === "string") {
    const length = Buffer.byteLength(body);
    response.writeHead(status, { ...headers, "content-length": length });
    // Node sends headers and an ASCII text by one system call. It would encode the headers in the encoding of another text.
    if (length === body.length) response.end(body, "latin1");
    else response.end(Buffer.from(body));
  } else {
    const { length } = body;
    response.writeHead(status, length === undefined ? headers : { ...headers, "content-length": length });
    if (response.req.method !== "HEAD") return sendPieces(body, response);
    response.end();
  }
  return undefined;
}

async function sendPieces({ length, write }: StreamedBody, response: ServerResponse): Promise<void> {
  let missing = length ?? 0;
  const { socket } = response.req;
  await write((piece) => {
    missing -= piece.length;
    return writePiece(piece, response);
  });
  if (missing > 0) socket.destroySoon();
  else response.end();
}

/** Resolves when the bytes are sent, or the connection has ended. */
function writePiece(bytes: Uint8Array, response: ServerResponse): Promise<void> {
  const { socket } = response.req;
  return new Promise((resolve) => {
    const done = () => {
      socket.off("close", done);
      resolve();
    };
    // A pipelined response has no socket until the responses before it are sent, and may never call back.
    socket.once("close", done);
    response.write(bytes, done);
  });
}
