/**
 * A token for a mock on this machine never passes a proxy from the environment. Each runtime has its own rules for
 * `HTTP_PROXY` and `NO_PROXY`: the test asks the runtime, by a request without the SDK, whether it uses the proxy.
 */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type TestContext, test } from "vitest";
import { BUN, DENO, denoArgs, NODE_22, NODE_24, NODE_26, run } from "./programs.ts";

type Runtime = [name: string, program: string, args: string[], settings: Record<string, string>];

const USE_PROXY = { NODE_USE_ENV_PROXY: "1" };

/** Each runtime that uses a proxy from the environment, with one way to turn that on. */
const runtimes: Runtime[] = [
  ["Node 22, NODE_USE_ENV_PROXY=1", NODE_22, [], USE_PROXY],
  ["Node 24, NODE_USE_ENV_PROXY=1", NODE_24, [], USE_PROXY],
  ["Node 26, NODE_USE_ENV_PROXY=1", NODE_26, [], USE_PROXY],
  ["Bun", BUN, [], {}],
  ["Deno", DENO, denoArgs("net", "env", "read=."), {}],
];

/** The other ways. */
const otherSettings: Runtime[] = [
  ["Node 24, --use-env-proxy", NODE_24, ["--use-env-proxy"], {}],
  ["Node 24, NODE_OPTIONS", NODE_24, [], { NODE_OPTIONS: "--use_env_proxy" }],
  ["Node 24, a configuration file", NODE_24, ["--experimental-default-config-file"], {}],
];

/** Starts a server on a free port, on all loopback addresses. Returns the port. */
async function start(
  listener: RequestListener,
  host: string,
  onTestFinished: TestContext["onTestFinished"],
): Promise<number> {
  const server = createServer(listener);
  // Opens a tunnel to itself, so that requests through CONNECT are recorded like others.
  server.on("connect", (_request, socket) => {
    socket.on("error", () => {}).write("HTTP/1.1 200 OK\r\n\r\n");
    server.emit("connection", socket);
  });
  await once(server.listen(0, host), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a store and a proxy. Returns the URLs of the store, and a function that calls them in the runtime. */
async function prepare([, program, args, settings]: Runtime, { onTestFinished }: TestContext) {
  const proxied: string[] = [];
  const respond: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end('{"name":"Fern"}');
  };
  const recordRequest: RequestListener = (request, response) => {
    proxied.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    respond(request, response);
  };
  const port = await start(respond, "::", onTestFinished);
  const proxyPort = await start(recordRequest, "127.0.0.1", onTestFinished);
  const urls = ["127.0.0.1", "localhost", "[::1]"].map((host) => `http://${host}:${port}`);

  /** Whether the SDK rejects each URL. Asserts that the proxy received no token. */
  const rejects = async (exemption: Record<string, string> = {}) => {
    const env = { ...settings, HTTP_PROXY: `http://127.0.0.1:${proxyPort}`, ...exemption };
    const { stdout } = await run(program, [...args, "proxy.mjs", ...urls], env);
    expect(proxied.filter((request) => request.includes("token-of-the-proxy-test"))).toEqual([]);
    return urls.map((url) => {
      const result: string = JSON.parse(stdout)[url];
      if (result === "created") return false;
      expect(result).toMatch(/^configuration: .* to NO_PROXY, or set `allowInsecureHttp`\.$/);
      return true;
    });
  };
  return { proxied, urls, rejects };
}

test.concurrent("Node 22 without a setting uses no proxy", async (context) => {
  const { proxied, rejects } = await prepare(["", NODE_22, [], {}], context);
  expect(await rejects()).toEqual([false, false, false]);
  expect(proxied).toEqual([]);
});

test.concurrent.for([...runtimes, ...otherSettings])("%s: no token for a proxy", async (runtime, context) => {
  const { proxied, rejects } = await prepare(runtime, context);
  expect(await rejects()).toEqual([true, true, true]);
  expect(proxied).not.toEqual([]);
  expect(await rejects({ NO_PROXY: "127.0.0.1,localhost,[::1],::1" })).toEqual([false, false, false]);
});

test.concurrent.for(runtimes.slice(0, 3))("%s: NO_PROXY is read as Node does", async (runtime, context) => {
  const { rejects } = await prepare(runtime, context);
  for (const NO_PROXY of ["LOCALHOST 127.0.0.1\n[::1]", "localhost,127.0.0.1,[::1]", "*"])
    expect(await rejects({ NO_PROXY })).toEqual([false, false, false]);
  expect(await rejects({ NO_PROXY: "", no_proxy: "*" })).toEqual([false, false, false]);
  expect(await rejects({ http_proxy: "" })).toEqual([false, false, false]);
});

test.concurrent.for(runtimes)("%s sends no token, whatever NO_PROXY means", async (runtime, context) => {
  const { urls, rejects } = await prepare(runtime, context);
  const lists = [
    "*",
    "localhost, 127.0.0.1",
    "localhost 127.0.0.1",
    "LOCALHOST",
    ".localhost,.127.0.0.1,.[::1]",
    "127.0.0.1\nlocalhost\t[::1]",
    "::1,localhost.,none,*",
    "*.localhost,LOCALHOST:80",
    ".0.0.1,*.localhost,127.0.0.0/8",
    urls.map((url) => new URL(url).host).join(),
  ];
  for (const NO_PROXY of lists) await rejects({ NO_PROXY });
  await rejects({ NO_PROXY: "*", no_proxy: "" });
  await rejects({ NO_PROXY: "", no_proxy: "*" });
  await rejects({ NO_PROXY: "*", no_proxy: "none" });
});
