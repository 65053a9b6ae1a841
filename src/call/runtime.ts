/**
 * What the client needs to know about the runtime. The build for browsers replaces this file by runtime.browser.ts, but
 * this one runs in browsers too.
 */
import { configurationError } from "../errors.ts";
import { VERSION } from "../version.ts";

const isBun = "Bun" in globalThis;
const isDeno = "Deno" in globalThis;

/** Whether this code runs in a browser. Every browser's user agent starts with "Mozilla/". */
export function isBrowser(): boolean {
  return Boolean(globalThis.navigator?.userAgent?.startsWith("Mozilla/"));
}

/** Headers that the client sends by default. Browsers send their own `user-agent`; CORS would have to allow another. */
export function runtimeHeaders(): Record<string, string> {
  return isBrowser() ? {} : { "user-agent": `plant-store-sdk/${VERSION}` };
}

/** Such as `/api`. Not `//plants.example`, which names a host. */
const PATH = /^\/(?!\/)/;

/** A component that is rendered on a server creates its client there, but calls it only in the page. */
export function isPathOutsidePage(baseUrl: string | URL): baseUrl is string {
  return !globalThis.location && typeof baseUrl === "string" && PATH.test(baseUrl);
}

/** @throws PlantStoreConfigurationError if a call starts outside a page, and the base URL is a path */
export function rejectPathOutsidePage(baseUrl: string): void {
  if (!isPathOutsidePage(baseUrl)) return;
  const problem = "is a path, which works only in a page. On a server, pass a URL with its host";
  throw configurationError("baseUrl", problem);
}

const VARIABLES = { baseUrl: "PLANT_STORE_BASE_URL", token: "PLANT_STORE_TOKEN" };

/** The option's value from the environment. */
export function environmentOption(option: keyof typeof VARIABLES): string | undefined {
  return readProcess(({ env }) => env[VARIABLES[option]]);
}

/** What to do about a missing option. */
export function missingOption(option: keyof typeof VARIABLES): string {
  return `is missing: pass it or set the environment variable ${VARIABLES[option]}`;
}

/** Reports an error that must not affect the call. */
export function report(error: unknown): void {
  try {
    // In Bun and Deno, reportError ends the process like an uncaught exception.
    if (typeof reportError === "function" && !isBun && !isDeno) reportError(error);
    else console.error(error);
  } catch {
    // A test runner's console may throw. The call continues.
  }
}

/** Returns undefined if there is no `process`, as in a page, or if Deno lacks `--allow-env`. */
function readProcess<T>(read: (process: NodeJS.Process) => T): T | undefined {
  try {
    return read(globalThis.process);
  } catch {
    return undefined;
  }
}

/**
 * Rejects a plain `http:` URL whose requests may go through a proxy from the environment, which could read the token.
 *
 * @param fetch the caller's `fetch`. What it does is unknown, unless it is the global one.
 * @throws PlantStoreConfigurationError
 */
export function rejectProxy({ hostname, host }: URL, fetch: unknown): void {
  if (fetch !== undefined && fetch !== globalThis.fetch) return;
  const missingExemption = readProcess(({ env }) => {
    if (!usesProxy(env)) return undefined;
    // Deno ignores ports and brackets here, and "*" exempts no addresses.
    const exempt = isDeno ? [hostname.replace(/[[\]]/g, "")] : [hostname, host];
    const exempts = (list: string) =>
      (list === "*" && !isDeno) || list.split(/\s*,\s*/).some((entry) => exempt.includes(entry));
    // If both are set, the runtimes disagree on which one counts.
    const lists = [env.no_proxy, env.NO_PROXY].filter((list) => list !== undefined);
    return lists.length > 0 && lists.every(exempts) ? undefined : exempt[0];
  });
  if (missingExemption === undefined) return;
  const problem = `must not go through the proxy of the environment, which could read the token. Add ${missingExemption} to NO_PROXY, or set \`allowInsecureHttp\``;
  throw configurationError("baseUrl", problem);
}

/** Node reads the environment at startup: a variable that is deleted later still counts. */
const proxyAtImport = !isDeno && readProcess(({ env }) => httpProxyIn(env));

function usesProxy(env: NodeJS.ProcessEnv): boolean {
  const proxy = httpProxyIn(env) || proxyAtImport;
  if (isBun || isDeno) return Boolean(proxy || env.all_proxy || env.ALL_PROXY);
  // Node uses a proxy only if a flag, a variable or a configuration file says so. All of them install this dispatcher.
  return Boolean(proxy) && [1, 2].some((version) => dispatcherName(version) === "EnvHttpProxyAgent");
}

/** @param version of undici's interface */
function dispatcherName(version: number): string | undefined {
  const symbol = Symbol.for(`undici.globalDispatcher.${version}`);
  return (globalThis as { [symbol]?: object })[symbol]?.constructor.name;
}

function httpProxyIn(env: NodeJS.ProcessEnv): string | undefined {
  return env.http_proxy || env.HTTP_PROXY;
}

/** For HTTP/2, which does not send them (RFC 9110 section 15, RFC 6585 section 4). */
const REASON_PHRASES: Record<number, string> = {
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

export function reasonPhrase({ status, statusText }: Response): string {
  return REASON_PHRASES[status] ?? statusText ?? "";
}

/** What the runtime's error says about an attempt. */
export interface AttemptStage {
  /** Whether it is certain that nothing was sent. */
  notSent: boolean;
  /** Whether another attempt would fail in the same way. */
  permanent: boolean;
}

/** No connection exists yet. Node's system calls, then the codes of undici and Bun, which have none. */
const NO_CONNECTION = /^(connect|getaddrinfo|UND_ERR_CONNECT_TIMEOUT|ECONNREFUSED)$/;

/** Node's message if a connection is closed during the TLS handshake. Its code says no more than "reset". */
const NO_SECURE_CONNECTION = /before secure TLS/;

/** The server's certificate is not trusted. Node uses OpenSSL's names. */
const UNTRUSTED_CERTIFICATE = /^(ERR_TLS_CERT|CERT|CRL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|INVALID_CA|HOSTNAME)/;

/** Node's message for a port that the Fetch Standard blocks (section 2.9). */
const BLOCKED_PORT = "bad port";

/**
 * @param chain an error and its causes. Each of them that has a code or a system call must say that nothing was sent: a
 * lost connection can have a refused one as its cause.
 */
export function attemptStage(chain: RuntimeError[]): AttemptStage {
  const stages = chain.map(({ message, code, syscall }) => {
    const permanent = UNTRUSTED_CERTIFICATE.test(`${code}`) || message === BLOCKED_PORT;
    const isBeforeConnection = NO_CONNECTION.test(`${syscall ?? code}`) || NO_SECURE_CONNECTION.test(message);
    return { says: code ?? syscall, permanent, notSent: permanent || isBeforeConnection };
  });
  const { notSent = false, permanent = false } = stages.at(-1) ?? {};
  return { permanent, notSent: notSent && stages.every((stage) => stage.notSent || !stage.says) };
}

/** The start of a connection failure's message. */
export const connectionProblem = (notSent: boolean): string =>
  notSent ? "Could not connect to the server" : "The connection was lost before a response arrived";

/** The fields of a runtime's error that decide the outcome. */
export interface RuntimeError {
  message: string;
  /** Such as `ECONNREFUSED`. */
  code?: string | undefined;
  /** The system call that failed, such as `connect`. */
  syscall?: string | undefined;
}
