/** Stubs of `fetch`. */
import type { PlantStoreFetch } from "plant-store-sdk";
import { type Mock, vi } from "vitest";

/** A plant as the store answers it, which most answers need and no test is about. */
export const PLANT_JSON = '{"name":"Fern"}';

/** What `fetch` does when it is called. */
export type FetchStub = PlantStoreFetch;

/** A `fetch` that gives its answers in turn, the last of them again and again; its calls can be counted. */
export function stubFetch(...answers: FetchStub[]): Mock<PlantStoreFetch> {
  let next = 0;
  return vi.fn<PlantStoreFetch>((url, init) => {
    const answer = answers[Math.min(next++, answers.length - 1)] as FetchStub;
    return answer(url, init);
  });
}

/** An answer that arrives whole. */
export function respond(
  status: number,
  body: BodyInit | null = null,
  headers: Record<string, string> = {},
): FetchStub {
  return async () => new Response(body, { status, headers });
}

/** The answer that makes a call succeed. */
export const succeed = respond(200, PLANT_JSON);

/** No answer: `fetch` rejects. */
export function fail(error: unknown): FetchStub {
  return async () => {
    throw error;
  };
}

/** No answer before the signal of the request aborts, as the real `fetch` has it. */
export const hang: FetchStub = (_url, { signal }) =>
  new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

/** No answer, whatever the signal says. */
export const hangForever: FetchStub = () => new Promise(() => {});

/** What Node's `fetch` throws: its own TypeError, with the system's error as the cause. */
export function networkError(code: string, syscall?: string): TypeError {
  const cause = Object.assign(new Error([syscall, code].filter(Boolean).join(" ")), { code, syscall });
  return new TypeError("fetch failed", { cause });
}

/** The usual network error that leaves no doubt: nothing was sent. */
export const connectionRefused = networkError("ECONNREFUSED", "connect");

/** The usual network error that leaves open whether the request was received. */
export const connectionReset = networkError("ECONNRESET", "read");

/** A body of which `sent` arrives, and then nothing more; `cancelled` settles when its reader gives up. */
export function stallingBody(sent = ""): { stream: ReadableStream<Uint8Array>; cancelled: Promise<unknown> } {
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<unknown>();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(sent)),
    cancel,
  });
  return { stream, cancelled };
}

/** A body of which `sent` arrives before it breaks off. */
export function breakingBody(sent = "", error: unknown = connectionReset): ReadableStream<Uint8Array> {
  const chunks = [new TextEncoder().encode(sent)];
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk === undefined) controller.error(error);
        else controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
}
