/** An HTTP client that can send any bytes, valid or not. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { FERN, JSON_HEADERS } from "./post-plant.ts";

export interface RawResponse {
  status: number;
  /** With lower-case names. */
  headers: Record<string, string>;
  body: string;
}

/** A complete request that creates a plant. `changes` overrides headers; `undefined` removes one. */
export function requestText(
  target = "/plants",
  { method = "POST", body = FERN, version = "1.1", ...changes }: Record<string, string | undefined> = {},
): string {
  const length = String(Buffer.byteLength(body));
  const headers = { host: "plants.example", ...JSON_HEADERS, "content-length": length, ...changes };
  const lines = Object.entries(headers).filter(([, value]) => value !== undefined);
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `${method} ${target} HTTP/${version}\r\n${head}\r\n${body}`;
}

/** A connection that closes when the test ends. Not for concurrent tests: Vitest may take another one for its test. */
export class RawClient {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #hasEnded = false;
  /** How the connection ended: "end" if the server closed it normally, else the error code. */
  readonly ending: Promise<string>;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes]);
    });
    this.ending = new Promise<string>((resolve) => {
      socket.on("end", () => resolve("end"));
      socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? "error"));
      socket.on("close", () => resolve("closed by this client"));
    }).finally(() => {
      this.#hasEnded = true;
      // Wakes `response()`, which would otherwise never settle.
      socket.emit("data", Buffer.alloc(0));
    });
    onTestFinished(() => void socket.destroy());
  }

  static async connect(port: number, host = "127.0.0.1"): Promise<RawClient> {
    // Some tests check that the server closes its side first.
    const socket = connect({ port, host, allowHalfOpen: true });
    await once(socket, "connect");
    return new RawClient(socket);
  }

  /** The received text that `response()` has not returned yet. */
  get rest(): string {
    return this.#received.toString();
  }

  /** Settles when the bytes are flushed to the system. Does not settle while the server stops reading. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#socket.write(bytes, () => resolve()));
  }

  /** Returns the next response. @param method of the request: a response to HEAD has no body. */
  async response(method?: string): Promise<RawResponse> {
    for (;;) {
      const response = this.#take(method);
      if (response !== undefined) return response;
      if (this.#hasEnded)
        throw new Error(`no complete response before the end, ${await this.ending}: "${this.rest}"`);
      await once(this.#socket, "data");
    }
  }

  /** The responses of a connection that has ended, without interim ones. @throws Error if one is not complete */
  async allResponses(): Promise<RawResponse[]> {
    await this.ending;
    const responses: RawResponse[] = [];
    while (this.rest !== "") responses.push(await this.response());
    return responses.filter(({ status }) => status !== 100);
  }

  #take(method?: string): RawResponse | undefined {
    const start = this.#received.indexOf("\r\n\r\n") + 4;
    if (start < 4) return undefined;
    const [statusLine = "", ...lines] = this.#received.toString("latin1", 0, start - 4).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) \S/.exec(statusLine)?.[1]);
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(": ", 1)[0]?.toLowerCase(), line.slice(line.indexOf(": ") + 2)]),
    );
    const hasBody = method !== "HEAD" && status >= 200 && status !== 204;
    const known = headers["transfer-encoding"] ? "0\r\n\r\n".length : Number(headers["content-length"] ?? 0);
    const length = hasBody ? known : 0;
    if (this.#received.length < start + length) return undefined;
    const body = this.#received.toString("utf8", start, start + length);
    this.#received = this.#received.subarray(start + length);
    return { status, headers, body };
  }

  /** Ends the sending side and keeps reading. */
  finish(): void {
    this.#socket.end();
  }

  /** Closes the connection normally. */
  leave(): void {
    this.#socket.destroy();
  }

  /** Closes the connection with a TCP reset. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }
}
