/** Calls the admin API of a server. Uses only what every runtime has. */
import { parseJson, stringifyJson, tryParseJson } from "../../src/contract/json.ts";

interface AdminCall {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  signal?: AbortSignal | null | undefined;
  /** The status of a success. */
  status: number;
}

export class AdminClient {
  readonly #url: string;

  /** @param url all paths are below it */
  constructor(url: string) {
    this.#url = url;
  }

  /** Returns a response, which has this member. */
  async read<T>(path: string, member: keyof T & string): Promise<T> {
    const response = await this.#send({ method: "GET", path, status: 200 });
    try {
      const value = parseJson(await response.text()) as Record<string, unknown>;
      if (Object(value[member]) === value[member]) return value as T;
    } catch {}
    throw noMock(response.url, response);
  }

  /** Sends a request whose response has no information. */
  async change(method: AdminCall["method"], path: string, status: number, body?: unknown): Promise<void> {
    const response = await this.#send({ method, path, status, body });
    await response.text(); // An unread body can keep its connection.
  }

  /** Yields undefined when the stream is open, then its events. Ends if the server removes the session. */
  async *readEvents<T>(signal: AbortSignal | null | undefined): AsyncGenerator<T | undefined, void, void> {
    const response = await this.#send({ method: "GET", path: "events", signal, status: 200 });
    const { body, url } = response;
    if (body === null || response.headers.get("content-type") !== "text/event-stream")
      throw noMock(url, response);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    try {
      yield undefined;
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        const messages = (text + value).split("\n\n");
        text = messages.pop() as string;
        // Other messages are comments.
        for (const message of messages)
          if (message.startsWith("data: ")) yield parseJson(message.slice(6)) as T;
      }
    } catch (cause) {
      signal?.throwIfAborted();
      throw new Error(`The connection to ${url} was lost.`, { cause });
    } finally {
      await reader.cancel().catch(() => {}); // Closes the connection.
    }
  }

  /** @throws Error which names the URL, if the server cannot be reached or responds with another status */
  async #send({ method, path, body, signal = null, status }: AdminCall): Promise<Response> {
    const url = `${this.#url}/${path}`;
    const json = body === undefined ? null : `${stringifyJson(body)}`;
    const response = await fetch(url, { method, body: json, signal }).catch((cause) => {
      signal?.throwIfAborted();
      const reason = cause.cause?.code ?? cause.cause?.message ?? cause.message;
      throw new Error(`Cannot reach ${url} (${reason}). Start the mock, or check its URL.`, { cause });
    });
    if (response.status === status) return response;
    const message = messageOf(await response.text().catch(() => ""));
    throw message === undefined
      ? noMock(url, response)
      : new Error(`${method} ${url} responded ${response.status}: ${message}.`);
  }
}

function messageOf(text: string): string | undefined {
  const { message } = Object(tryParseJson(text));
  return typeof message === "string" ? message : undefined;
}

function noMock(url: string, { status }: Response): Error {
  return new Error(`${url} responded ${status}, but not like a Plant Store mock. Check the URL.`);
}
