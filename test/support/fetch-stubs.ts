import type { PlantStoreFetch } from "plant-store-sdk";
import { type Mock, vi } from "vitest";

/** The plant of most tests, in a response. */
export const PLANT_JSON = '{"name":"Fern"}';

/** The headers of a response that may come from the store. */
export const JSON_TYPE = { "content-type": "application/json" };

/** Replaces `fetch` for one request. */
export type FetchStub = PlantStoreFetch;

/** A mock `fetch` that uses the stubs in turn and repeats the last one. */
export function stubFetch(...stubs: FetchStub[]): Mock<PlantStoreFetch> {
  let next = 0;
  return vi.fn<PlantStoreFetch>((url, init) => {
    const stub = stubs[Math.min(next++, stubs.length - 1)] as FetchStub;
    return stub(url, init);
  });
}

export function respond(
  status: number,
  body: BodyInit | null = null,
  headers: Record<string, string> = {},
): FetchStub {
  return async () => new Response(body, { status, headers: { ...JSON_TYPE, ...headers } });
}

/** A 200 whose body is JSON, as far as its head says. */
export const jsonResponse = (body: BodyInit): Response => new Response(body, { headers: JSON_TYPE });

/** Responds with the plant that was sent, as the service does, so that the call succeeds. */
export const succeed: FetchStub = async (_url, { body }) => {
  const { id: _, ...plant } = JSON.parse(body);
  return jsonResponse(JSON.stringify(plant));
};

export function fail(error: unknown): FetchStub {
  return async () => {
    throw error;
  };
}

/** Never responds. Like the real `fetch`, it rejects when the signal of the request aborts. */
export const hang: FetchStub = (_url, { signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

/** Never settles and ignores the signal. */
export const hangForever: FetchStub = () => new Promise(() => {});

/** The error of Node's `fetch`: a TypeError with the system error as its cause. */
export function networkError(code: string, syscall?: string): TypeError {
  const cause = Object.assign(new Error([syscall, code].filter(Boolean).join(" ")), { code, syscall });
  return new TypeError("fetch failed", { cause });
}

/** A network error that means that nothing was sent. */
export const connectionRefused = networkError("ECONNREFUSED", "connect");

/** A network error that leaves open whether the server received the request. */
export const connectionReset = networkError("ECONNRESET", "read");

/** A body that stalls after `sent`. `cancelled` settles when the reader cancels it. */
export function stallingBody(sent = ""): { stream: ReadableStream<Uint8Array>; cancelled: Promise<unknown> } {
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<unknown>();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(sent)),
    cancel,
  });
  return { stream, cancelled };
}

/** A body that fails after `sent`. */
export function breakingBody(sent = "", error: unknown = connectionReset): ReadableStream<Uint8Array> {
  const chunks = [new TextEncoder().encode(sent)];
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const chunk = chunks.shift();
    if (chunk === undefined) controller.error(error);
    else controller.enqueue(chunk);
  };
  return new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
}
