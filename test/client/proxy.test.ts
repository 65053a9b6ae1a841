/** Proxies from the environment. test/runtimes/proxy.test.ts tests them with real proxies in every runtime. */
import { PlantStoreClient } from "plant-store-sdk";
import { EnvHttpProxyAgent, getGlobalDispatcher, setGlobalDispatcher } from "undici";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { configurationErrorOf, TOKEN } from "../support/client.ts";

const PROXY = "http://proxy.example:3128";

beforeEach(() => {
  for (const name of ["http_proxy", "HTTP_PROXY", "no_proxy", "NO_PROXY"]) vi.stubEnv(name, undefined);
});

/** Where Node's own undici and the installed one keep what sends all requests. */
const DISPATCHERS = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));

/** Does what Node does with NODE_USE_ENV_PROXY=1. */
function useEnvironmentProxy(environment: Record<string, string>): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const before = DISPATCHERS.map((symbol) => Reflect.get(globalThis, symbol));
  setGlobalDispatcher(new EnvHttpProxyAgent()); // Sets both.
  onTestFinished(() => {
    for (const [index, symbol] of DISPATCHERS.entries()) Reflect.set(globalThis, symbol, before[index]);
  });
}

const create = (baseUrl: string, options: object = {}) =>
  new PlantStoreClient({ baseUrl, token: TOKEN, ...options });

test.each([
  [{}, "http://localhost:4010", "localhost"],
  [{}, "http://[::1]:4010", "[::1]"],
  [{ NO_PROXY: "localhost,.0.0.1,127.0.0.1:80" }, "http://127.0.0.1:4010", "127.0.0.1"],
  [{ NO_PROXY: "localhost", no_proxy: "" }, "http://localhost:4010", "localhost"],
  [{ NO_PROXY: "localhost", no_proxy: "127.0.0.1" }, "http://localhost:4010", "localhost"],
  // The versions of undici disagree on these.
  [{ NO_PROXY: "::1,.[::1]" }, "http://[::1]:4010", "[::1]"],
  [{ NO_PROXY: "*.localhost" }, "http://localhost:4010", "localhost"],
  [{ NO_PROXY: "elsewhere,*" }, "http://localhost:4010", "localhost"],
  [{ NO_PROXY: "localhost." }, "http://localhost:4010", "localhost"],
])("with %j, HTTP to %s is rejected and names what to add to NO_PROXY: %s", (noProxy, baseUrl, name) => {
  useEnvironmentProxy({ HTTP_PROXY: PROXY, ...noProxy });
  const error = configurationErrorOf(() => create(baseUrl));
  expect(error).toMatchObject({ option: "baseUrl", outcome: "not-created", attempts: 0 });
  expect(error.message).toContain(`Add ${name} to NO_PROXY, or set \`allowInsecureHttp\`.`);
  const withFetch = configurationErrorOf(() => create(baseUrl, { fetch: globalThis.fetch }));
  expect(withFetch.message).toBe(error.message);
});

test.each([
  ["an exact host", { HTTP_PROXY: PROXY, NO_PROXY: "127.0.0.1, localhost" }],
  ["an exact host and port", { http_proxy: PROXY, no_proxy: "localhost:4010" }],
  ["*", { HTTP_PROXY: PROXY, NO_PROXY: "*" }],
  ["a name in capitals", { HTTP_PROXY: PROXY, NO_PROXY: "LocalHost" }],
  ["a name after a dot", { HTTP_PROXY: PROXY, NO_PROXY: ".localhost" }],
  ["a list with spaces", { HTTP_PROXY: PROXY, NO_PROXY: "127.0.0.1 localhost" }],
  ["a list with line breaks", { HTTP_PROXY: PROXY, NO_PROXY: "127.0.0.1\r\nlocalhost\n" }],
  ["the variable in lower case", { HTTP_PROXY: PROXY, NO_PROXY: "", no_proxy: "localhost" }],
  ["a proxy for https alone", { HTTPS_PROXY: PROXY }],
  ["an empty http_proxy", { HTTP_PROXY: PROXY, http_proxy: "" }],
])("%s allows plain HTTP to this machine", (_, environment) => {
  useEnvironmentProxy(environment);
  create("http://localhost:4010");
});

test("the default port can be written in NO_PROXY", () => {
  useEnvironmentProxy({ HTTP_PROXY: PROXY, NO_PROXY: "localhost:80" });
  create("http://localhost");
  expect(configurationErrorOf(() => create("http://localhost:4010")).message).toContain("NO_PROXY");
});

test("a name after a dot does not exempt the host itself if undici 6 sends the requests", () => {
  useEnvironmentProxy({ HTTP_PROXY: PROXY, NO_PROXY: ".localhost" });
  Object.assign(getGlobalDispatcher(), { interceptors: {} });
  expect(configurationErrorOf(() => create("http://localhost:4010")).message).toContain("Add localhost");
});

test("allowInsecureHttp, HTTPS and a custom fetch are allowed with a proxy", () => {
  useEnvironmentProxy({ HTTP_PROXY: PROXY });
  create("http://localhost:4010", { allowInsecureHttp: true });
  create("https://localhost:4010");
  create("http://localhost:4010", { fetch: async () => new Response() });
});

test("a proxy in the environment that Node was not told to use is ignored", () => {
  vi.stubEnv("HTTP_PROXY", PROXY);
  create("http://localhost:4010");
});
