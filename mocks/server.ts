/**
 * The Plant Store mock as an HTTP server.
 *
 * @module plant-store-sdk/mocks/server
 */
import { once } from "node:events";
// Not an HTTP framework: only the raw socket can reset a connection or leave a body incomplete.
import type { Server, ServerOptions } from "node:http";
import type { AddressInfo } from "node:net";
import { aFunction, boolean, integer, type OptionRules, readOptions } from "../src/common/read-options.ts";
import { isMilliseconds, MILLISECONDS } from "../src/common/sleep.ts";
import { parseHostname } from "./http/access.ts";
import { handleRequest } from "./http/node-http.ts";
import { handleRequests } from "./http/refuse-request.ts";
import { Router } from "./http/router.ts";
import { OptionError, optionErrorOf } from "./parts/option-error.ts";
import { serviceOf } from "./service/reference-store.ts";
import type { MockStore } from "./store.ts";

export * from "./store.ts";

/**
 * Options of `listen`.
 *
 * @expand
 */
export interface ListenOptions {
  /**
   * Port to listen on. 0 picks a free port.
   * @default 0
   */
  port?: number | undefined;
  /**
   * Name or address of the interface to listen on. `"0.0.0.0"` and `"::"` mean all interfaces.
   * @default "127.0.0.1"
   */
  host?: string | undefined;
  /**
   * The path of the base URL, such as `"/api"`. Everything is below it, the admin API and sessions too.
   * @default none
   */
  basePath?: string | undefined;
  /**
   * Whether the admin API and the live page are served at `/__admin/`, to everyone but web pages of other origins.
   * @default false
   */
  admin?: boolean | undefined;
  /**
   * Host names under which the admin API can be used. IP addresses, `localhost` and `*.localhost` are always allowed.
   * @default []
   */
  allowedHosts?: readonly string[] | undefined;
  /**
   * Creates the store of a session, once for each. Its base URL is `/sessions/NAME` below that of the server. NAME is
   * percent-encoded and has up to 200 characters. The first request other than GET, HEAD and OPTIONS creates it.
   * @default no sessions
   */
  sessions?: ((name: string) => MockStore) | undefined;
  /**
   * After how long an idle connection is closed, ms; 0 means never. A client that sends a request just then loses it.
   * @default 0
   */
  keepAliveTimeout?: number | undefined;
  /**
   * Whether the connections of browsers stay open after a response. A browser can send a POST again if it loses a connection
   * that it has used before, so by default it gets a new one for each request.
   * @default false
   */
  keepBrowserConnections?: boolean | undefined;
  /**
   * How long `close()` lets requests end before it drops their connections, ms.
   * @default 0
   */
  gracePeriod?: number | undefined;
  /**
   * Serves https: a certificate and its private key, both as PEM.
   * @default http
   */
  tls?: { cert: string | Uint8Array; key: string | Uint8Array } | undefined;
}

/** AsyncDisposable, if the application's `lib` has it. The other types must compile without it. */
type MaybeAsyncDisposable = SymbolConstructor extends { readonly asyncDispose: infer Key extends symbol }
  ? { [key in Key]: () => Promise<void> }
  : object;

/** A store that listens on a port. `await using` closes it. */
export interface MockServer extends MaybeAsyncDisposable {
  /** Base URL of the server, such as `http://127.0.0.1:4010`, with `basePath`. Only its exact path is served. */
  readonly url: string;
  readonly port: number;
  /** Frees the port, and ends all connections after `gracePeriod`. Can be called more than once. */
  close(): Promise<void>;
}

const isHost = (host: unknown) => URL.canParse(`http://${urlHost(host)}`);

const RULES = {
  port: [...integer(0, 65_535), 0],
  host: [isHost, "the name or address of an interface", "127.0.0.1"],
  basePath: [isBasePath, "a path such as /api, percent-encoded, without query and fragment", ""],
  admin: [...boolean, false],
  allowedHosts: [
    (names: string[]) => Array.isArray(names) && names.every(parseHostname),
    "host names without ports or wildcards",
    [],
  ],
  sessions: aFunction,
  keepAliveTimeout: [(ms) => Number.isInteger(ms) && isMilliseconds(ms), MILLISECONDS, 0],
  keepBrowserConnections: [...boolean, false],
  gracePeriod: [isMilliseconds, MILLISECONDS, 0],
  tls: [(tls) => Boolean(Object(tls).cert && Object(tls).key), "an object with `cert` and `key`"],
} satisfies OptionRules<ListenOptions>;

/**
 * Starts an HTTP server for a store, for other processes and languages.
 *
 * @throws TypeError if an argument is invalid or an option is unknown
 * @throws Error with the system's `code` if the server cannot listen
 */
export async function listen(store: MockStore, options: ListenOptions = {}): Promise<MockServer> {
  const reference = serviceOf(store, "listen: the first argument");
  const given = readOptions(options, RULES, optionErrorOf("listen"));
  const { port, host, admin, sessions, keepAliveTimeout, keepBrowserConnections, gracePeriod, tls } = given;
  const basePath = given.basePath.replace(/\/+$/, "");
  const allowedHosts = new Set(given.allowedHosts.map((name) => parseHostname(name) as string));
  const service = new Router(reference, { admin, allowedHosts, sessions, basePath });

  const server = await createPortServer(
    { keepAliveTimeout, keepAliveTimeoutBuffer: 0, requireHostHeader: false },
    tls,
  );
  try {
    await once(server.listen(port, host), "listening");
  } catch (error) {
    throw listenError(error as NodeJS.ErrnoException, `${host}:${port}`);
  }
  const address = server.address() as AddressInfo;
  const origin = `${tls ? "https" : "http"}://${urlHost(host)}:${address.port}`;
  const isClosing = () => !server.listening;
  const settings = { origin, keepAliveTimeout, keepBrowserConnections, isClosing };
  handleRequests(
    server,
    origin,
    (refused) => reference.logRefused(refused),
    (request, response) => handleRequest(service, settings, request, response),
  );

  let closed: Promise<void> | undefined;
  const close = async () => {
    closed ??= new Promise((resolve) => server.close(() => resolve()));
    // Connections become idle when their requests end.
    const idle = setInterval(() => server.closeIdleConnections(), 20);
    const end = setTimeout(() => server.closeAllConnections(), gracePeriod);
    if (gracePeriod === 0) server.closeAllConnections();
    await closed;
    clearInterval(idle);
    clearTimeout(end);
  };
  return { url: origin + basePath, port: address.port, close, [Symbol.asyncDispose]: close };
}

/** Loads TLS only if it is used: it would double the time to start. */
async function createPortServer(options: ServerOptions, tls: ListenOptions["tls"]): Promise<Server> {
  // Not an import, for which Node would also load its WebSocket and `fetch`: a third of the start.
  if (tls === undefined) return process.getBuiltinModule("node:http").createServer(options);
  const [https, crypto] = await Promise.all([import("node:https"), import("node:crypto")]);
  const { cert, key } = tls as { cert: string; key: string };
  // OpenSSL's own messages do not say which of them is wrong.
  checkPem("cert", "a certificate", () => new crypto.X509Certificate(cert));
  checkPem("key", "a private key without a passphrase", () => crypto.createPrivateKey(key));
  return checkPem("key", "usable with the certificate", () => https.createServer({ ...options, cert, key }));
}

function checkPem<T>(option: string, what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new OptionError("listen", `tls.${option}`, `must be ${what}, as PEM: ${(error as Error).message}`);
  }
}

function isBasePath(path: string): boolean {
  if (typeof path !== "string" || !/^(\/[^/?#\\]+)*\/*$/.test(path)) return false;
  // The URL parser encodes characters, and removes `.` and `..`. Clients do so, too.
  return path === "" || new URL(`http://localhost${path}`).pathname === path;
}

function listenError(error: NodeJS.ErrnoException, address: string): Error {
  const { code = "" } = error;
  const advice: Record<string, string> = {
    EADDRINUSE: "The port is in use: choose another one, or 0 for a free one",
    EACCES: "Use a port of 1024 or higher, or 0 for a free one",
  };
  const message = `Cannot listen on ${address} (${code || error.message}). ${advice[code] ?? "Choose another host or port"}.`;
  return Object.assign(new Error(message, { cause: error }), { code: error.code });
}

/** The host as it is written in a URL. For all interfaces, the loopback address. */
function urlHost(host: unknown): string {
  if (typeof host !== "string") return "";
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}
