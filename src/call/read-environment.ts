/**
 * Reads environment variables: options, and whether a proxy could read the token. Also words what is wrong with an option, at a
 * length that would make a page larger. in-browser.ts replaces this file in browsers.
 */
import { describeInvalidToken, TOKEN_FORMAT } from "../common/validate-token.ts";
import { configurationError } from "../errors.ts";
import { isBun, isDeno } from "./runtime.ts";

const isNode = !isBun && !isDeno;

const VARIABLES = { baseUrl: "PLANT_STORE_BASE_URL", token: "PLANT_STORE_TOKEN" };

/** The option's value from the environment. */
export function environmentOption(option: keyof typeof VARIABLES): string | undefined {
  return readProcess(({ env }) => env[VARIABLES[option]]);
}

/** What to do about a missing option. */
export function missingOption(option: keyof typeof VARIABLES): string {
  const variable = VARIABLES[option];
  const isForbidden = isDeno && readProcess(({ env }) => [env[variable]]) === undefined;
  const permission = isForbidden ? ` and run Deno with --allow-env=${variable}` : "";
  return `is missing: pass it or set the environment variable ${variable}${permission}`;
}

/**
 * What is wrong with a token: its kind, never the token.
 *
 * @param verb what the option or the function did
 */
export function invalidToken(token: unknown, verb = "is"): string {
  const variable = token && token === environmentOption("token") ? `, from ${VARIABLES.token}` : "";
  return `${verb} ${describeInvalidToken(token)}${variable}, but must be ${TOKEN_FORMAT}`;
}

/** What is wrong with a base URL, without the URL. */
export function invalidUrl(url: string): string {
  const hasNoScheme = /^([\w-]+(\.[\w-]|:\d)|localhost\b)/.test(url);
  return `must be a URL such as https://plants.example/api${hasNoScheme ? ": write http:// or https:// before the host" : ""}`;
}

/** What is wrong with a base URL that is still a path when a call starts. */
export const UNRESOLVED_PATH = "is a path, which works only in a page. On a server, pass a URL with its host";

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
export function rejectProxy(url: URL, fetch: unknown): void {
  if (fetch !== undefined && fetch !== globalThis.fetch) return;
  if (!readProcess(({ env }) => usesProxy(env) && !isExempt(url, env))) return;
  const host = isDeno ? withoutBrackets(url.hostname) : url.hostname;
  const problem = `must not go through the proxy of the environment, which could read the token. Add ${host} to NO_PROXY, or set \`allowInsecureHttp\``;
  throw configurationError("baseUrl", problem);
}

/** Whether `NO_PROXY` names this host, in a way that every version of the runtime understands. */
function isExempt({ hostname, host, port }: URL, { no_proxy, NO_PROXY }: NodeJS.ProcessEnv): boolean {
  // If both are set, Bun and Deno disagree on which one counts.
  const lists = (isNode ? [no_proxy ?? NO_PROXY] : [no_proxy, NO_PROXY]).filter((list) => list !== undefined);
  // Deno ignores ports and brackets here, and "*" exempts no addresses.
  const names = isDeno
    ? [withoutBrackets(hostname)]
    : [hostname, isNode ? `${hostname}:${port || 80}` : host];
  const isNamed = (list: string) =>
    (list === "*" && !isDeno) || entriesOf(list).some((entry) => names.includes(entry));
  return lists.length > 0 && lists.every(isNamed);
}

function entriesOf(list: string): string[] {
  if (!isNode) return list.split(/\s*,\s*/);
  // In undici 6, as in Node 22, a dot before a name excludes the name itself; in undici 8, an IPv6 address.
  const dot = isUndici6() ? "" : /^\.(?!\[)/;
  return list
    .toLowerCase()
    .split(/[,\s]/)
    .map((entry) => entry.replace(dot, ""));
}

const withoutBrackets = (hostname: string) => hostname.replace(/[[\]]/g, "");

/** Node reads the environment at startup: a variable that is deleted later still counts. */
const proxyAtImport = !isDeno && readProcess(({ env }) => httpProxyIn(env));

function usesProxy(env: NodeJS.ProcessEnv): boolean {
  const proxy = httpProxyIn(env) || proxyAtImport;
  if (!isNode) return Boolean(proxy || env.all_proxy || env.ALL_PROXY);
  // Node uses a proxy only if a flag, a variable or a configuration file says so. All of them install this dispatcher.
  return (
    Boolean(proxy) && dispatchers().some((dispatcher) => dispatcher.constructor.name === "EnvHttpProxyAgent")
  );
}

/** Each version of undici's interface has a dispatcher. */
function dispatchers(): object[] {
  const symbols = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));
  return symbols.flatMap((symbol) => (globalThis as { [symbol]?: object })[symbol] ?? []);
}

const isUndici6 = () => dispatchers().some((dispatcher) => "interceptors" in dispatcher);

/** In Node, an empty variable in lower case turns off the one in upper case. */
function httpProxyIn({ http_proxy, HTTP_PROXY }: NodeJS.ProcessEnv): string | undefined {
  return isNode ? (http_proxy ?? HTTP_PROXY) : http_proxy || HTTP_PROXY;
}
