/**
 * Reads environment variables: options, and whether a proxy could read the token. Also words what is wrong with an option, at a
 * length that would make a page larger. in-browser.ts replaces this file in browsers.
 */
import { describeInvalidToken, TOKEN_FORMAT } from "../common/validate-token.ts";
import { configurationError } from "../errors.ts";
import { isBun, isDeno } from "./runtime.ts";

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
