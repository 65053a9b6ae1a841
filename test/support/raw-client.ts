/** A client that puts bytes on a connection, whatever they are, and reads what comes back. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { FERN, JSON_HEADERS } from "./post-plant.ts";

/** An answer as it was on the wire. */
export interface RawResponse {
  status: number;
  /** Their names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** A whole request. The headers are those that create a plant; what `changes` says of them wins. */
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

/** A connection that ends with the running test. */
export class RawClient {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #hasEnded = false;
  /** How the connection ended: "end" where the server closed it in order, else the error's code. */
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
      // So that an answer that does not come is not awaited.
      socket.emit("data", Buffer.alloc(0));
    });
    onTestFinished(() => void socket.destroy());
  }

  static async connect(port: number, host = "127.0.0.1"): Promise<RawClient> {
    // The server's end of the connection is to be seen before this end closes.
    const socket = connect({ port, host, allowHalfOpen: true });
    await once(socket, "connect");
    return new RawClient(socket);
  }

  /** What has arrived and belongs to no answer that was taken. */
  get rest(): string {
    return this.#received.toString();
  }

  /** The same, a character a byte. */
  get restInLatin1(): string {
    return this.#received.toString("latin1");
  }

  /** Settles when the system has taken the bytes; a server that stops reading stops it. */
  send(bytes: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#socket.write(bytes, () => resolve()));
  }

  /** Takes the next answer. @param method of the request: HEAD's answer has no body. */
  async response(method?: string): Promise<RawResponse> {
    for (;;) {
      const answer = this.#take(method);
      if (answer !== undefined) return answer;
      if (this.#hasEnded)
        throw new Error(`no whole answer came before: ${await this.ending}; "${this.rest}"`);
      await once(this.#socket, "data");
    }
  }

  #take(method?: string): RawResponse | undefined {
    const start = this.#received.indexOf("\r\n\r\n") + 4;
    if (start < 4) return undefined;
    const [statusLine = "", ...lines] = this.#received.toString("latin1", 0, start - 4).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) \S/.exec(statusLine)?.[1]);
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(": ", 1)[0]?.toLowerCase(), line.slice(line.indexOf(": ") + 2)]),
    );
    const length = method === "HEAD" || status < 200 ? 0 : Number(headers["content-length"]);
    if (!(this.#received.length >= start + length)) return undefined;
    const body = this.#received.toString("utf8", start, start + length);
    this.#received = this.#received.subarray(start + length);
    return { status, headers, body };
  }

  /** Sends no more, and goes on listening. */
  finish(): void {
    this.#socket.end();
  }

  /** Leaves in order. */
  leave(): void {
    this.#socket.destroy();
  }

  /** Leaves with a TCP reset. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }
}
