/** Adapter for `fetch`: turns a Request into a request to the service, and its result into a Response. */
import type { ConnectionLost, Service, ServiceResponse } from "../service/protocol.ts";

/** Works like the global `fetch`, as far as a client of this service can tell. */
export type StoreFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Makes `store.fetch`. */
export function storeFetch(service: Service): StoreFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // The caller's own signal, because a Request made from another one holds its signal weakly.
    const given = init?.signal === undefined && input instanceof Request ? input.signal : init?.signal;
    const signal = given ?? request.signal;
    const result = await exchange(service, request, signal, input);
    if (!("lost" in result)) return result;
    signal.throwIfAborted();
    throw connectionLostError(result.cause);
  };
}

/** Requests that are being served. A garbage-collected Request would miss its caller's abort. */
const pending = new Set<unknown>();

/**
 * Passes a request to the service.
 *
 * @param input the object to keep until the end: the caller's Request
 */
export async function exchange(
  service: Service,
  request: Request,
  signal: AbortSignal,
  input: unknown = request,
): Promise<Response | ConnectionLost> {
  const { method, url } = request;
  const headers = Object.fromEntries(request.headers);
  let stalledUntil: Promise<unknown> | undefined;
  pending.add(input);
  try {
    const body = await readBody(request, signal);
    if ("lost" in body) return body;
    const result = await service.respond({ method, url, headers, body }, () => signal);
    if ("lost" in result) return result;
    stalledUntil = result.stalledUntil;
    return toResponse(result, method, signal);
  } finally {
    if (stalledUntil === undefined) pending.delete(input);
    else stalledUntil.then(() => pending.delete(input));
  }
}

async function readBody(request: Request, signal: AbortSignal): Promise<Uint8Array | ConnectionLost> {
  try {
    signal.throwIfAborted();
    return new Uint8Array(await rejectOnAbort(request.arrayBuffer(), signal));
  } catch (cause) {
    return { lost: true, cause }; // The request did not arrive completely.
  }
}

function toResponse(
  { status, headers, body, truncatedTo, stalledUntil }: ServiceResponse,
  method: string,
  signal: AbortSignal,
): Response {
  if (body === null || method === "HEAD") return new Response(null, { status, headers });
  if (truncatedTo === undefined) return new Response(body, { status, headers });
  const bytes = new TextEncoder().encode(body);
  const withLength = { ...headers, "content-length": String(bytes.length) };
  const ending = async () => {
    await stalledUntil;
    return signal.aborted ? signal.reason : connectionLostError();
  };
  const stream = truncatedStream(bytes.subarray(0, truncatedTo), ending);
  return new Response(stream, { status, headers: withLength });
}

/** A body that fails with this error after these bytes. */
function truncatedStream(bytes: Uint8Array, ending: () => Promise<unknown>): ReadableStream<Uint8Array> {
  const chunks = [bytes];
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = chunks.pop();
        if (chunk === undefined) controller.error(await ending());
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The error of Node's `fetch` for a lost connection. */
function connectionLostError(cause: unknown = connectionReset()): TypeError {
  return new TypeError("fetch failed", { cause });
}

function connectionReset(): Error {
  return Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
}

/** Settles like the promise, or rejects with the signal's reason as soon as the signal aborts. */
async function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
  });
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
