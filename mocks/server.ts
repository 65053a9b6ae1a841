/**
 * The reference Plant Store on a real port, without MSW.
 *
 * @module plant-store-sdk/mocks/server
 */
// On node:http, because only the raw socket can reset a connection, or leave a body unfinished.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import {
  continueInTurn,
  refuseConnect,
  refuseMalformed,
  reportEnd,
  type ServedRequest,
  serve,
} from "./node-http.ts";
import { asReferenceStore } from "./reference-store.ts";
import type { PlantStore } from "./store.ts";

export type { ServedRequest } from "./node-http.ts";
export * from "./store.ts";

/** Where a store listens, and who is told of its requests. */
export interface ListenOptions {
  /**
   * 0 is any free one.
   * @default 0
   */
  port?: number | undefined;
  /**
   * The name or address of the interface; "0.0.0.0" and "::" are all of them.
   * @default "127.0.0.1"
   */
  host?: string | undefined;
  /**
   * Called when a request has ended, also for health checks and CORS preflights; not for CONNECT, nor for what is no
   * HTTP. What it throws or rejects with goes to `console.error`, and changes nothing.
   */
  onRequest?: ((request: ServedRequest) => unknown) | undefined;
}

/** AsyncDisposable, where an application's `lib` has it; where it has not, the rest must compile all the same. */
type Disposable = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { [key in Key]: () => Promise<void> }
  : object;

/** A store that listens on a port. `await using` closes it. */
export interface PlantStoreServer extends Disposable {
  /** The base URL to reach it by, such as `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly port: number;
  /** Ends all connections and frees the port. Further calls do nothing more. */
  close(): Promise<void>;
}

/**
 * Has a store listen on a real port, for clients of any language.
 *
 * @throws TypeError for a wrong argument; an Error with the system's `code` where the port is not to be had.
 */
export async function listen(store: PlantStore, options: ListenOptions = {}): Promise<PlantStoreServer> {
  const { port = 0, host = "127.0.0.1", onRequest } = options;
  const service = asReferenceStore(store, "listen");
  check("port", Number.isInteger(port) && port >= 0 && port <= 65_535, "a whole number from 0 to 65535");
  check("host", URL.canParse(`http://${nameOf(host)}`), "the name or address of an interface");
  check("onRequest", onRequest === undefined || typeof onRequest === "function", "a function");

  // Node's own answers have no Error body; so it is not to check the host.
  const server = createServer({ keepAliveTimeout: 0, requireHostHeader: false });
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    throw unavailable(error as NodeJS.ErrnoException, `port ${port} of ${host}`);
  }
  const address = server.address() as AddressInfo;
  const url = `http://${nameOf(host)}:${address.port}`;
  const onMessage: RequestListener = (request, response) => {
    if (onRequest !== undefined) reportEnd(request, response, onRequest);
    serve(service, url, request, response);
  };
  server.on("request", onMessage).on("checkExpectation", onMessage);
  server.on("checkContinue", (request, response) => {
    continueInTurn(response);
    onMessage(request, response);
  });
  server.on("clientError", refuseMalformed).on("connect", refuseConnect);

  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
    return closed;
  };
  return { url, port: address.port, close, [Symbol.asyncDispose]: close };
}

function check(option: string, isRight: boolean, requirement: string): void {
  if (!isRight) throw new TypeError(`listen: \`${option}\` must be ${requirement}.`);
}

/** The system's error in words. */
function unavailable(error: NodeJS.ErrnoException, place: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: "is in use already: choose another port, or 0 for any free one",
    EACCES: "is reserved: choose a port of 1024 or more, or 0 for any free one",
  };
  const reason =
    reasons[error.code ?? ""] ?? `is not to be had (${error.message}): choose another host or port`;
  return Object.assign(new Error(`listen: ${place} ${reason}.`, { cause: error }), { code: error.code });
}

/** The host as a URL has it; of all interfaces, the one of this machine. */
function nameOf(host: unknown): string {
  if (typeof host !== "string") return "";
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
