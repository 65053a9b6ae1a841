/** Adapter for `fetch`: turns a Request into a request to the service, and its result into a Response. */
import type { Service } from "../parts/service-request.ts";
import type { BodyPieces, ServiceResponse } from "../parts/service-response.ts";
import { Interrupted } from "../parts/waits.ts";
import { ReferenceStore } from "../service/reference-store.ts";

/** Works like the global `fetch`, as far as a client of this service can tell. */
export type MockStoreFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A store with `store.fetch`. */
export class FetchableStore extends ReferenceStore {
  readonly fetch = storeFetch(this);
}

function storeFetch(service: Service): MockStoreFetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // The caller's own signal, because a Request made from another one holds its signal weakly.
    const given = init?.signal === undefined && input instanceof Request ? input.signal : init?.signal;
    const signal = given ?? request.signal;
    return exchange(service, request, signal, input).catch((cause) => {
      signal.throwIfAborted();
      throw connectionLostError(cause instanceof Interrupted ? undefined : cause);
    });
  };
}

/** Requests that are being served. A garbage-collected Request would miss its caller's abort. */
const pending = new Set<unknown>();

/** Passes a request to the service. Keeps `input` until the end. Rejects if there is no response. */
export async function exchange(
  service: Service,
  request: Request,
  signal: AbortSignal,
  input: unknown = request,
): Promise<Response> {
  const { method, url } = request;
  const headers = Object.fromEntries(request.headers);
  let end: Promise<unknown> | undefined;
  pending.add(input);
  try {
    signal.throwIfAborted();
    const body = new Uint8Array(await rejectOnAbort(request.arrayBuffer(), signal));
    const result = await service.respond({ method, url, headers, body }, () => signal);
    if (typeof result.body === "object") end = result.body?.end;
    return toResponse(result, method, signal);
  } finally {
    if (end === undefined) pending.delete(input);
    else end.then(() => pending.delete(input));
  }
}

function toResponse(
  { status, headers, body }: ServiceResponse,
  method: string,
  signal: AbortSignal,
): Response {
  if (body === null || method === "HEAD") return new Response(null, { status, headers });
  if (typeof body === "string") return new Response(body, { status, headers });
  const withLength = { ...headers, "content-length": String(body.length) };
  return new Response(toStream(body, signal), { status, headers: withLength });
}

/** A body that fails if its pieces end early. */
function toStream(body: BodyPieces, signal: AbortSignal): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  let missing = body.length ?? 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const { value, done } = await pieces.next();
        if (!done) {
          missing -= value.length;
          controller.enqueue(value);
        } else if (missing === 0) controller.close();
        else controller.error(signal.aborted ? signal.reason : connectionLostError());
      },
    },
    { highWaterMark: 0 },
  );
}

/** The error of Node's `fetch` for a lost connection. */
function connectionLostError(cause: unknown = undefined): TypeError {
  const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
  return new TypeError("fetch failed", { cause: cause ?? reset });
}

/** Settles like the promise, or rejects with the signal's reason as soon as the signal aborts. */
async function rejectOnAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  return Promise.race([aborted, promise]).finally(() => signal.removeEventListener("abort", onAbort));
}
