/** Adapter for `fetch`: turns a Request into a request to the service, and its result into a Response. */
import type { ConnectionLost, Service, ServiceResponse } from "../service/protocol.ts";

/** Works like the global `fetch`, as far as a client of this service can tell. */
export type StoreFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Makes `store.fetch`. */
export function storeFetch(service: Service): StoreFetch {
  // A Request holds its signal weakly: a garbage-collected Request misses the abort. So keep the Request, and prefer the
  // caller's own signal.
  const pending = new Set<Request>();

  return async (input, init) => {
    const request = new Request(input, init);
    const given = init?.signal === undefined && input instanceof Request ? input.signal : init?.signal;
    const signal = given ?? request.signal;
    signal.throwIfAborted();
    if (input instanceof Request) pending.add(input);
    try {
      const result = await exchange(service, request, signal);
      if (!("lost" in result)) return result;
      signal.throwIfAborted();
      throw connectionLostError(result.cause);
    } finally {
      if (input instanceof Request) pending.delete(input);
    }
  };
}

/** Passes a request to the service. */
export async function exchange(
  service: Service,
  request: Request,
  signal: AbortSignal,
): Promise<Response | ConnectionLost> {
  const { method, url, headers } = request;
  let body: Uint8Array;
  try {
    body = new Uint8Array(await rejectOnAbort(request.arrayBuffer(), signal));
  } catch (cause) {
    return { lost: true, cause }; // The request did not arrive completely.
  }
  const header = (name: string) => headers.get(name);
  const result = await service.respond({ method, url, header, body }, () => signal);
  return "lost" in result ? result : toResponse(result, method);
}

function toResponse({ status, headers, body, truncatedTo }: ServiceResponse, method: string): Response {
  if (body === null || method === "HEAD") return new Response(null, { status, headers });
  if (truncatedTo === undefined) return new Response(body, { status, headers });
  const bytes = new TextEncoder().encode(body);
  const withLength = { ...headers, "content-length": String(bytes.length) };
  return new Response(truncatedStream(bytes.subarray(0, truncatedTo)), { status, headers: withLength });
}

/** A body that fails after these bytes. */
function truncatedStream(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const chunks = [bytes];
  return new ReadableStream(
    {
      pull(controller) {
        const chunk = chunks.pop();
        if (chunk === undefined) controller.error(connectionLostError());
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
