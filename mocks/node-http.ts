/** One request on node:http: what it brings to a store, and how it is answered on its socket. */
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { answerRefusal, MAX_BODY_BYTES, Refusal, type ServiceAnswer } from "./protocol.ts";
import type { ReferenceStore } from "./reference-store.ts";

/** How a request ended. */
export interface ServedRequest {
  method: string;
  /** Without the query, which may hold secrets. */
  path: string;
  /** The status that was sent; absent where the connection ended without one. */
  status?: number;
  /** From the request's head to the end of its answer, or of its connection, milliseconds. */
  duration: number;
}

/** Has a store answer a request. One that breaks off is never answered. */
export function serve(
  store: ReferenceStore,
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  request.on("data", (chunk: Buffer) => {
    // Of a body that is too long, the beginning is enough.
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    length += chunk.length;
  });
  request.on("end", () => {
    // Where what follows is no HTTP, the client has been told so: this request must not change the store.
    if (request.socket.writable) answer(store, origin, request, Buffer.concat(chunks), response);
  });
}

async function answer(
  store: ReferenceStore,
  origin: string,
  request: IncomingMessage,
  body: Uint8Array,
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
  const { socket } = response.req;
  const controller = new AbortController();
  const abort = () => controller.abort();
  // A response that waits for its turn does not always hear of the end of its connection.
  socket.once("close", abort);
  response.once("close", () => socket.off("close", abort));
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
  // Behind the answers before it: a response has no socket until its turn comes.
  response.write(bytes.subarray(0, truncatedTo), () => response.socket?.destroySoon());
}

/**
 * Asks for the body of a request that expects it (RFC 9110 section 10.1.1), when the answers before it are sent. Node
 * does not wait: its 100 comes to stand between the headers and the body of the request's own answer.
 */
export function continueInTurn(response: ServerResponse): void {
  const sendContinue = () => {
    if (!response.headersSent) response.writeContinue();
  };
  if (response.socket) sendContinue();
  else response.once("socket", sendContinue);
}

/** Calls the listener with how the request ended. What the listener throws or rejects with is reported. */
export function reportEnd(
  request: IncomingMessage,
  response: ServerResponse,
  onRequest: (request: ServedRequest) => unknown,
): void {
  const start = performance.now();
  const { method = "", socket } = request;
  response.on("close", async () => {
    const path = new URL(urlOf(request, "http://localhost")).pathname;
    // An answer that still waited for its turn has headers, but no socket.
    const wasSent = response.headersSent && (response.socket !== null || response.writableFinished);
    const sent = wasSent ? response.statusCode : refusals.get(socket);
    const status = sent === undefined ? {} : { status: sent };
    try {
      await onRequest({ method, path, ...status, duration: performance.now() - start });
    } catch (error) {
      console.error(error);
    }
  });
}

/** The statuses of answers that were given without a ServerResponse, by their connections. */
const refusals = new WeakMap<Duplex, number>();

/** For what is no HTTP, or does not come in time: Node's own answer has no Error body. */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
  else refuse(socket, new Refusal(400, `the request cannot be read: ${error.message}`));
}

/** Node would end the connection without an answer. */
export function refuseConnect(_request: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => {}); // Node has taken its own listener away, and the client may vanish.
  refuse(socket, new Refusal(405, "CONNECT is not allowed: the store is no proxy"));
}

/** The last answer on a connection. */
function refuse(socket: Duplex, refusal: Refusal): void {
  const { status, headers, body } = answerRefusal(refusal);
  refusals.set(socket, status);
  const length = String(Buffer.byteLength(`${body}`));
  const lines = Object.entries({ ...headers, "content-length": length, connection: "close" });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body}`);
  (socket as Socket).destroySoon();
}
