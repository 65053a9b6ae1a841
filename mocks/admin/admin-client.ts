/** Calls the admin API of a server. Uses only what every runtime has. */
import { stringifyJson } from "../../src/contract/json.ts";
import { parseExactJson } from "../service/exact-json.ts";
import type { Latency } from "../service/latency.ts";

interface AdminCall {
  method: "GET" | "POST" | "PUT";
  /** Follows `/__admin/`. */
  path: string;
  /** JSON. */
  body?: string | undefined;
  signal?: AbortSignal | null | undefined;
  /** The status of a success. */
  status: number;
}

/** @throws Error which names the URL, if the server cannot be reached or responds with another status */
async function send(baseUrl: string, call: AdminCall): Promise<Response> {
  const { method, path, body = null, signal = null, status } = call;
  const url = `${baseUrl}/__admin/${path}`;
  const response = await fetch(url, { method, body, signal }).catch((cause) => {
    signal?.throwIfAborted();
    const reason = cause.cause?.code ?? cause.cause?.message ?? cause.message;
    throw failure(`cannot reach ${url} (${reason}). Start the mock, or check its URL`, cause);
  });
  if (response.status === status) return response;
  const message = messageOf(await response.text().catch(() => ""));
  throw message === undefined
    ? noMock(url, response)
    : failure(`${method} ${url} responded ${response.status}: ${message}`);
}

/** The message of an Error body. */
function messageOf(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text);
    return typeof message === "string" ? message : undefined;
  } catch {
    return undefined;
  }
}

function failure(message: string, cause?: unknown): Error {
  return new Error(`connectPlantStore: ${message}.`, cause === undefined ? {} : { cause });
}

function noMock(url: string, { status }: Response): Error {
  return failure(`${url} responded ${status}, but not like a Plant Store mock. Check the URL`);
}

/** Sends a request whose response has no information. */
export async function post(baseUrl: string, path: string, status: number, body?: string): Promise<void> {
  const response = await send(baseUrl, { method: "POST", path, status, body });
  await response.text(); // An unread body can keep its connection.
}

/** Returns the array in a response. */
export async function list<T>(baseUrl: string, path: string, key: string): Promise<T[]> {
  return readMember(await send(baseUrl, { method: "GET", path, status: 200 }), key, Array.isArray);
}

/** Returns the latency, after it is set if a value is given. */
export async function exchangeLatency(baseUrl: string, value: Latency | undefined): Promise<Latency> {
  const body = value === undefined ? undefined : stringifyJson({ latency: value });
  const method = body === undefined ? "GET" : "PUT";
  const response = await send(baseUrl, { method, path: "latency", status: 200, body });
  return readMember(response, "latency", (latency) => typeof latency === "number" || Array.isArray(latency));
}

async function readMember<T>(
  response: Response,
  key: string,
  isExpected: (value: unknown) => boolean,
): Promise<T> {
  try {
    const { [key]: value } = parseExactJson(await response.text()) as Record<string, unknown>;
    if (isExpected(value)) return value as T;
  } catch {}
  throw noMock(response.url, response);
}

/** Yields undefined when the stream is open, then its events. Ends if the server removes the session. */
export async function* readEvents<T>(
  baseUrl: string,
  signal: AbortSignal | null | undefined,
): AsyncGenerator<T | undefined, void, void> {
  const response = await send(baseUrl, { method: "GET", path: "events", status: 200, signal });
  const { body, url } = response;
  if (response.headers.get("content-type") !== "text/event-stream") throw noMock(url, response);
  const reader = (body as NonNullable<typeof body>).pipeThrough(new TextDecoderStream()).getReader();
  try {
    yield undefined;
    let text = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const messages = (text + value).split("\n\n");
      text = messages.pop() ?? "";
      // Other messages are comments.
      for (const message of messages)
        if (message.startsWith("data: ")) yield parseExactJson(message.slice(6)) as T;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw failure(`the connection to ${url} was lost`, cause);
  } finally {
    await reader.cancel().catch(() => {}); // Closes the connection.
  }
}
