/** Adapter for `fetch`: turns a Request into a request to the service, and its result into a Response. */
import { MAX_BODY_BYTES } from "../parts/limits.ts";
import type { Service, ServiceRequest } from "../parts/service-request.ts";
import type { ServiceResponse, StreamedBody } from "../parts/service-response.ts";
import { isInterrupted } from "../parts/waits.ts";
import { ReferenceStore } from "../service/reference-store.ts";
import { followRedirect, RedirectError } from "./follow-redirect.ts";

/** Works like the global `fetch`, as far as a client of this service can tell. */
export type MockStoreFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

export class FetchableStore extends ReferenceStore {
  readonly fetch = storeFetch(this);
}

function storeFetch(service: Service): MockStoreFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // The caller's own signal, because a Request made from another one holds its signal weakly.
    const given = init?.signal === undefined && input instanceof Request ? input.signal : init?.signal;
    const signal = given ?? request.signal;
    const answer = async (sent: ServiceRequest, redirects = 0): Promise<Response> => {
      const result = await service.respond(sent, () => signal);
      const next = followRedirect(sent, result, request.redirect, redirects);
      if (next !== undefined) return answer(next, redirects + 1);
      const { body } = result;
      const streamed = typeof body === "string" ? { ...result, body: inOnePiece(body) } : result;
      return withUrl(toResponse(streamed, sent.method, signal, input), sent.url, redirects > 0);
    };
    return during(input, async () => answer(await readRequest(request, signal))).catch((cause) => {
      signal.throwIfAborted();
      if (cause instanceof RedirectError) throw cause;
      throw isInterrupted(cause)
        ? connectionLostError(cause.closes)
        : new TypeError("fetch failed", { cause });
    });
  };
}

/** A Response that a program has made has no URL. */
function withUrl(response: Response, url: string, redirected: boolean): Response {
  const clone = () => withUrl(Response.prototype.clone.call(response), url, redirected);
  const values = { url: { value: url }, redirected: { value: redirected }, clone: { value: clone } };
  return Object.defineProperties(response, values);
}

/** Requests that are being served. A garbage-collected Request would miss its caller's abort. */
const pending = new Set<unknown>();

/** Keeps the input of a request until the promise has settled. */
function during<T>(input: unknown, work: () => Promise<T>): Promise<T> {
  const entry = { input }; // One Request can be sent twice.
  pending.add(entry);
  return work().finally(() => pending.delete(entry));
}

/** Passes a request to the service. Rejects if there is no response: with Interrupted if the connection is dropped. */
export function exchange(service: Service, request: Request): Promise<Response> {
  const { method, signal } = request;
  return during(request, async () => {
    const result = await service.respond(await readRequest(request, signal), () => signal);
    return toResponse(result, method, signal, request);
  });
}

async function readRequest(request: Request, signal: AbortSignal): Promise<ServiceRequest> {
  const { method, url } = request;
  const body = await readBody(request, signal);
  return { method, url: url.replace(/#.*/s, ""), headers: Object.fromEntries(request.headers), body };
}

/** Reads a body as far as the service looks at it. Rejects with the signal's reason as soon as the signal aborts. */
async function readBody(request: Request, signal: AbortSignal): Promise<Uint8Array> {
  signal.throwIfAborted();
  // Firefox has no streams in requests.
  if (request.body === undefined) return new Uint8Array(await request.arrayBuffer());
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const cancel = () => void reader?.cancel(signal.reason).catch(() => {});
  signal.addEventListener("abort", cancel);
  try {
    while (reader !== undefined && length <= MAX_BODY_BYTES) {
      const { value, done } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      if (!ArrayBuffer.isView(value)) throw new TypeError("a body must consist of bytes");
      chunks.push(value);
      length += value.byteLength;
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    if (length > MAX_BODY_BYTES) cancel();
  }
  const body = new Uint8Array(length);
  for (const chunk of chunks.reverse()) {
    length -= chunk.byteLength;
    body.set(chunk, length);
  }
  return body;
}

/** Streams a text, because an abort must also fail a body that has not been read yet. */
function inOnePiece(text: string): StreamedBody {
  const bytes = new TextEncoder().encode(text);
  return { length: bytes.length, write: (send) => send(bytes) };
}

/** @param input kept until the body has been written */
function toResponse(
  { status, headers, body }: ServiceResponse,
  method: string,
  signal: AbortSignal,
  input: unknown,
): Response {
  if (body === null || method === "HEAD") return new Response(null, { status, headers });
  if (typeof body === "string") return new Response(body, { status, headers });
  const { stream, end } = toStream(body, signal);
  during(input, () => end);
  return new Response(stream, { status, headers: { ...headers, "content-length": String(body.length) } });
}

/** A body that fails if it is not written completely, after what was written, and at once if the signal aborts. */
function toStream(body: StreamedBody, signal: AbortSignal): { stream: ReadableStream; end: Promise<void> } {
  const waiting: Uint8Array[] = [];
  let missing = body.length ?? 0;
  let isOver = false;
  let wake = () => {};
  const end = body
    .write(async (piece) => {
      waiting.push(piece);
      wake();
    })
    .then(() => {
      isOver = true;
      wake();
    });
  const pull = async (controller: ReadableStreamDefaultController) => {
    while (waiting.length === 0 && !isOver) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    const piece = waiting.shift();
    if (signal.aborted) controller.error(signal.reason);
    else if (piece !== undefined) {
      missing -= piece.length;
      controller.enqueue(piece);
    } else if (missing === 0) controller.close();
    else controller.error(connectionLostError());
  };
  return { stream: new ReadableStream({ pull, cancel: () => body.cancel?.() }, { highWaterMark: 0 }), end };
}

/** The error of Node's `fetch` for a connection that was reset or closed. */
function connectionLostError(isClosed = false): TypeError {
  const cause = isClosed
    ? Object.assign(new Error("other side closed"), { name: "SocketError", code: "UND_ERR_SOCKET" })
    : Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  return new TypeError("fetch failed", { cause });
}
