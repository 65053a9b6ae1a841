/** Adapter for node:http: reads a request from a socket, and writes the service's result to it. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ErrorResponse, MAX_BODY_BYTES, type Service, type ServiceResponse } from "../service/protocol.ts";

/** A request that has ended. */
export interface ServedRequest {
  method: string;
  /** Without the query, which may contain secrets. */
  path: string;
  /** Response status; absent if the connection ended without a response. */
  status?: number;
  /** Time from the head of the request to the end of the response or of the connection, ms. */
  duration: number;
}

/** Reads a request completely, then responds. An incomplete request gets no response and does not change the store. */
export function handleRequest(
  service: Service,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    // The rest of an oversized body is read but not kept.
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    length += chunk.length;
  });
  request.on("end", () => {
    // If invalid HTTP followed this request, the client has already received a 400: do not create the plant.
    if (!request.socket.writable) return;
    respond(service, origin, request, Buffer.concat(chunks), response).catch((error) => {
      console.error("plant-store-sdk/mocks: cannot send the response.", error);
      request.socket.destroy();
    });
  });
}

async function respond(
  service: Service,
  origin: string,
  request: IncomingMessage,
  body: Uint8Array,
  response: ServerResponse,
): Promise<void> {
  const { method = "", headers } = request;
  const header = (name: string) => headers[name] as string | undefined;
  const url = absoluteUrl(request, origin);
  const result = await service.respond({ method, url, header, body }, () => disconnectSignal(response));
  if ("lost" in result) request.socket.resetAndDestroy();
  else send(result, response);
}

function disconnectSignal(response: ServerResponse): AbortSignal {
  const { socket } = response.req;
  const controller = new AbortController();
  const abort = () => controller.abort();
  // On the socket, because a pipelined response does not always emit "close" when its connection ends.
  socket.once("close", abort);
  response.once("close", () => socket.off("close", abort));
  return controller.signal;
}

/** A request target can be a path, a URL or an asterisk (RFC 9112 section 3.2). */
function absoluteUrl({ url: target = "" }: IncomingMessage, origin: string): string {
  if (target.startsWith("/")) return origin + target;
  return URL.canParse(target) ? target : `${origin}/${target}`;
}

function send({ status, headers, body, truncatedTo }: ServiceResponse, response: ServerResponse): void {
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  const bytes = Buffer.from(body); // Given a string, Node would encode the headers in the body's encoding.
  response.writeHead(status, { ...headers, "content-length": bytes.length });
  if (truncatedTo === undefined) {
    response.end(bytes);
    return;
  }
  // In the callback, because a pipelined response has no socket until the responses before it are sent.
  response.write(bytes.subarray(0, truncatedTo), () => response.socket?.destroySoon());
}

/**
 * Sends "100 Continue" (RFC 9110 section 10.1.1) after the responses before it. Node itself does not wait: its 100 would
 * end up between the headers and the body of this request's own response.
 */
export function continueInTurn(response: ServerResponse): void {
  const sendContinue = () => {
    if (!response.headersSent) response.writeContinue();
  };
  if (response.socket) sendContinue();
  else response.once("socket", sendContinue);
}

/** Calls the listener when the request has ended. The listener's errors are logged. */
export function reportEnd(
  request: IncomingMessage,
  response: ServerResponse,
  onRequest: (request: ServedRequest) => unknown,
): void {
  const start = performance.now();
  const { method = "", socket } = request;
  response.on("close", async () => {
    const path = new URL(absoluteUrl(request, "http://localhost")).pathname;
    // A pipelined response that was never sent has headers, but no socket.
    const wasSent = response.headersSent && (response.socket !== null || response.writableFinished);
    const sent = wasSent ? response.statusCode : rejectedWith.get(socket);
    const status = sent === undefined ? {} : { status: sent };
    try {
      await onRequest({ method, path, ...status, duration: performance.now() - start });
    } catch (error) {
      console.error(error);
    }
  });
}

/** Statuses of responses that were sent without a ServerResponse, by connection. */
const rejectedWith = new WeakMap<Duplex, number>();

/** Responds to invalid HTTP and to a request that takes too long. Node's own response would have no Error body. */
export function rejectMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else reject(socket, new ErrorResponse(400, `the request cannot be read: ${error.message}`));
}

/** Responds to CONNECT. Node would close the connection without a response. */
export function rejectConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => {}); // Node has removed its own listener, and the client may disconnect.
  reject(socket, new ErrorResponse(405, "CONNECT is not allowed: this server is not a proxy"));
}

/** Sends the last response on a connection. */
function reject(socket: Duplex, error: ErrorResponse): void {
  const { status, headers, body } = error.toResponse();
  rejectedWith.set(socket, status);
  const length = String(Buffer.byteLength(`${body}`));
  const fields = Object.entries({ ...headers, "content-length": length, connection: "close" });
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  (socket as Socket).destroySoon();
}
