/** The store's stand-in for the global `fetch`. */
import { connectionLost } from "./commit-fault.ts";
import type { ServiceAnswer, ServiceRequest } from "./protocol.ts";

/** Like the global one, as far as a client of this service can tell. */
export type StoreFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Makes a `fetch` of whatever answers requests. */
export function fetchFrom(
  answer: (request: ServiceRequest, signal: AbortSignal) => Promise<ServiceAnswer>,
): StoreFetch {
  // A Request hears of its caller's abort only as long as nobody collects it as garbage.
  const pending = new Set<Request>();

  return async (input, init) => {
    const request = new Request(input, init);
    // The caller's own signal: a Request holds the one that it was made with weakly, and may lose it.
    const given = init?.signal === undefined && input instanceof Request ? input.signal : init?.signal;
    const signal = given ?? request.signal;
    signal.throwIfAborted();
    if (input instanceof Request) pending.add(input);
    try {
      const { method, url, headers } = request;
      const header = (name: string) => headers.get(name);
      const reading = request.arrayBuffer().catch((cause: unknown) => {
        throw new TypeError("fetch failed", { cause }); // As Node's `fetch` reports a body that breaks off.
      });
      const body = new Uint8Array(await untilAborted(reading, signal));
      return responseOf(await answer({ method, url, header, body }, signal), method);
    } finally {
      if (input instanceof Request) pending.delete(input);
    }
  };
}

function responseOf({ status, headers, body, truncatedTo }: ServiceAnswer, method: string): Response {
  if (body === null || method === "HEAD") return new Response(null, { status, headers });
  if (truncatedTo === undefined) return new Response(body, { status, headers });
  const bytes = new TextEncoder().encode(body);
  const announced = { ...headers, "content-length": String(bytes.length) };
  return new Response(breakOff(bytes.subarray(0, truncatedTo)), { status, headers: announced });
}

/** A body of which these bytes arrive, and then never the rest. */
function breakOff(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const arriving = [bytes];
  return new ReadableStream(
    {
      pull(controller) {
        const chunk = arriving.pop();
        if (chunk === undefined) controller.error(connectionLost());
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Settles as the promise does, or rejects with the signal's reason as soon as that aborts. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
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
