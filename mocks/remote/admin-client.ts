/** Calls the admin API of a server. Uses only what every runtime has. */
import { parseJson, stringifyJson, tryParseJson } from "../../src/contract/json.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A mock responds at once. Events have no limit. */
const MAX_SECONDS = 10;

export class AdminClient {
  readonly #url: string;

  /** @param url all paths are below it */
  constructor(url: string) {
    this.#url = url;
  }

  /** Returns a response, which has this member. */
  async read<T>(path: string, member: keyof T & string): Promise<T> {
    const value = Object(tryParseJson(await this.#send("GET", path, 200)));
    if (Object(value[member]) === value[member]) return value;
    throw noMock(this.#urlOf(path), 200);
  }

  /** Sends a request whose response has no information. */
  async change(method: Method, path: string, status: number, body?: unknown): Promise<void> {
    await this.#send(method, path, status, body);
  }

  /** Yields undefined when the stream is open, then its events. Ends if the server removes the session. */
  async *readEvents<T>(signal: AbortSignal | null = null): AsyncGenerator<T | undefined, void, void> {
    const url = this.#urlOf("events");
    const response = await fetch(url, { signal }).catch((cause) => {
      signal?.throwIfAborted();
      throw unreachable(url, cause);
    });
    const { body, status } = response;
    if (status !== 200) throw rejection("GET", url, status, await response.text().catch(() => ""));
    if (body === null || response.headers.get("content-type") !== "text/event-stream")
      throw noMock(url, status);
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

  #urlOf(path: string): string {
    return `${this.#url}/${path}`;
  }

  /**
   * Returns the body of a response.
   *
   * @param body sent as JSON
   * @param success the status of a success
   * @throws Error which names the URL, if the server cannot be reached or responds with another status
   */
  async #send(method: Method, path: string, success: number, body?: unknown): Promise<string> {
    const url = this.#urlOf(path);
    const json = body === undefined ? null : `${stringifyJson(body)}`;
    const signal = AbortSignal.timeout(MAX_SECONDS * 1000);
    const [status, text] = await fetch(url, { method, body: json, signal })
      .then(async (response) => [response.status, await response.text()] as const)
      .catch((cause) => {
        throw unreachable(url, cause);
      });
    if (status === success) return text;
    throw rejection(method, url, status, text);
  }
}

function rejection(method: Method, url: string, status: number, body: string): Error {
  const { message } = Object(tryParseJson(body));
  if (typeof message !== "string") return noMock(url, status);
  return new Error(`${method} ${url} responded ${status}: ${message}.`);
}

function noMock(url: string, status: number): Error {
  const problem = `${url} responded ${status}, but not like a Plant Store mock. Check the URL.`;
  return new Error(problem + proxyAdvice(url));
}

/** @param cause what `fetch` threw */
function unreachable(url: string, cause: Error & { cause?: { code?: string; message?: string } }): Error {
  const isTimeout = cause.name === "TimeoutError";
  const reason = cause.cause?.code ?? cause.cause?.message ?? cause.message;
  const problem = `Cannot reach ${url} (${isTimeout ? `no response within ${MAX_SECONDS} s` : reason}). Start the mock, or check its URL.`;
  return new Error(problem + proxyAdvice(url), { cause });
}

const PROXY_VARIABLES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];

/** What to do if the proxy of the environment has responded instead of the mock. */
function proxyAdvice(url: string): string {
  try {
    const { env } = globalThis.process;
    if (!PROXY_VARIABLES.some((name) => env[name])) return "";
  } catch {
    return ""; // A page has no environment, and Deno may not allow to read it.
  }
  return ` If a proxy responded, add ${new URL(url).hostname} to NO_PROXY.`;
}
