/**
 * A token for a mock on this machine never passes a proxy from the environment. Each runtime has its own rules for
 * `HTTP_PROXY` and `NO_PROXY`: the test asks the runtime, by a request without the SDK, whether it uses the proxy.
 */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type TestContext, test } from "vitest";
import { installApp } from "../consumers/app.ts";

const app = installApp(join(import.meta.dirname, "app"));

const NODE_24 = "../../../node_modules/node/bin/node";
const USE_PROXY = { NODE_USE_ENV_PROXY: "1" };
const DENO_ARGS = ["run", "--no-prompt", "--allow-net", "--allow-env", "--allow-read=."];

/** Each runtime, and whether its fetch uses a proxy from the environment. */
const runtimes: [name: string, program: string, args: string[], settings: object, usesProxy: boolean][] = [
  ["Node 22 without a setting", "node-22/bin/node", [], {}, false],
  ["Node 22, NODE_USE_ENV_PROXY=1", "node-22/bin/node", [], USE_PROXY, true],
  ["Node 24, NODE_USE_ENV_PROXY=1", NODE_24, [], USE_PROXY, true],
  ["Node 24, --use-env-proxy", NODE_24, ["--use-env-proxy"], {}, true],
  ["Node 24, NODE_OPTIONS", NODE_24, [], { NODE_OPTIONS: "--use_env_proxy" }, true],
  ["Node 24, a configuration file", NODE_24, ["--experimental-default-config-file"], {}, true],
  ["Node 26, NODE_USE_ENV_PROXY=1", "node-26/bin/node", [], USE_PROXY, true],
  ["Bun", "bun/bin/bun", [], {}, true],
  ["Deno", "deno/deno", DENO_ARGS, {}, true],
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

test.concurrent.for(runtimes)(
  "%s sends no token through a proxy",
  async ([, program, args, settings, usesProxy], { onTestFinished }) => {
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

    /** Whether the SDK rejects each URL. */
    const rejects = async (exemption: object) => {
      const HTTP_PROXY = `http://127.0.0.1:${proxyPort}`;
      const env = { ...settings, ...exemption, HTTP_PROXY, HOME: app.folder };
      const executable = join(import.meta.dirname, "node_modules", program);
      const command = [...args, "proxy.mjs", ...urls];
      const { stdout } = await promisify(execFile)(executable, command, { cwd: app.folder, env });
      expect(proxied.filter((request) => request.includes("token-of-the-proxy-test"))).toEqual([]);
      return urls.map((url) => {
        const result: string = JSON.parse(stdout)[url];
        if (result === "created") return false;
        expect(result).toMatch(/^configuration: .* to NO_PROXY, or set `allowInsecureHttp`\.$/);
        return true;
      });
    };

    expect(await rejects({})).toEqual([usesProxy, usesProxy, usesProxy]);
    expect(proxied.length > 0).toBe(usesProxy);
    expect(await rejects({ NO_PROXY: "127.0.0.1,localhost,[::1],::1" })).toEqual([false, false, false]);
    // What each runtime makes of these differs. No token may reach the proxy.
    for (const noProxy of [
      "*",
      "localhost, 127.0.0.1",
      "localhost 127.0.0.1",
      "LOCALHOST",
      ".0.0.1,*.localhost,127.0.0.0/8",
      urls.map((url) => new URL(url).host).join(),
    ]) {
      await rejects({ NO_PROXY: noProxy });
      await rejects({ NO_PROXY: noProxy, no_proxy: "" });
      await rejects({ NO_PROXY: "", no_proxy: noProxy });
    }
  },
);
