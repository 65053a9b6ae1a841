/** The recipes of the guide with a real proxy and a certificate from a private CA. */
import { createServer } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { type PlantStoreFetch, safeCreatePlant } from "plant-store-sdk";
import { ProxyAgent, fetch as undiciFetch } from "undici";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { failureOf, TOKEN } from "../support/client.ts";
import { openMock } from "../support/mock-server.ts";
import { pemPath, readPem } from "../support/pem.ts";
import { listenUntilTestEnds } from "../support/servers.ts";
import { Application, type Block, blocksOf } from "./guide-code.ts";

const guide = "docs/proxies.md";

const recipe = blocksOf(guide).find(({ heading }) => heading === "Client settings") as Block;
/** A program that does nothing about proxies or certificates. */
const plainProgram: Block = {
  ...recipe,
  line: 1,
  code: `
import { createPlant } from "plant-store-sdk";
const plant = await createPlant({ id: 1, name: "Fern" });
console.log(plant.name);
`,
};
const application = new Application();
for (const block of [plainProgram, recipe]) application.add(block);
afterAll(() => application.remove());

const tls = { key: readPem("key"), cert: readPem("signed-by-private-ca") };
const caFile = pemPath("private-ca");

/** Starts a store behind TLS and a proxy. @param proxyStatus the status with which the proxy rejects tunnels. */
async function setUp(proxyStatus?: number) {
  const { store, url: baseUrl } = await openMock({ tls });
  const proxy = await startProxy(proxyStatus);
  const env = { PLANT_STORE_BASE_URL: baseUrl, PLANT_STORE_TOKEN: TOKEN };
  return { store, baseUrl, proxy, env, tunnel: new URL(baseUrl).host };
}

/** Starts a proxy that opens tunnels (RFC 9110 section 9.3.6), or rejects all of them with a status. */
async function startProxy(rejectStatus?: number) {
  const tunnels: string[] = [];
  const server = createServer((_request, response) => response.writeHead(501).end());
  server.on("connect", ({ url = "" }, socket, head) => {
    tunnels.push(url);
    if (rejectStatus === undefined) openTunnel(url, socket, head);
    else socket.end(`HTTP/1.1 ${rejectStatus} No\r\n\r\n`);
  });
  return { url: `http://127.0.0.1:${await listenUntilTestEnds(server)}`, tunnels };
}

function openTunnel(authority: string, socket: Duplex, head: Buffer): void {
  const { hostname, port } = new URL(`http://${authority}`);
  const target = connect(Number(port), hostname, () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    target.write(head);
    target.pipe(socket).pipe(target);
  });
  // If one side closes, the other closes too.
  socket.on("error", () => {}).on("close", () => target.destroy());
  target.on("error", () => {}).on("close", () => socket.destroy());
}

// Makes the waits between attempts as short as possible.
beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(1);
});

// test/runtimes/proxy.test.ts has the other settings of Node.
test("NODE_USE_ENV_PROXY=1 makes an unchanged program use HTTPS_PROXY", async () => {
  const { store, env, proxy, tunnel } = await setUp();
  const used = { NODE_USE_ENV_PROXY: "1", NODE_EXTRA_CA_CERTS: caFile, HTTPS_PROXY: proxy.url };
  const run = await application.run(plainProgram, { ...env, ...used });
  expect(run).toEqual({ code: 0, stdout: "Fern\n", stderr: "" });
  expect(proxy.tunnels).toEqual([tunnel]);
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
});

test("the guide's recipe for a proxy and a private CA creates its plant through a tunnel", async () => {
  const { store, env, proxy, tunnel } = await setUp();
  const settings = { ...env, COMPANY_CA_FILE: caFile, COMPANY_PROXY: proxy.url };
  const run = await application.run(recipe, settings);
  expect(run).toEqual({ code: 0, stdout: "Ivy\n", stderr: "" });
  expect(proxy.tunnels).toEqual([tunnel]);
  expect(store.plants).toEqual([{ id: 3, name: "Ivy" }]);
  expect(store.requests[0]?.token).toBe(TOKEN);
});

test.each([
  [403, true, 1],
  [407, true, 1],
  [502, false, 3],
])(
  "a proxy that rejects the tunnel with %i: nothing was created, with the guide's recipe",
  async (status, permanent, attempts) => {
    const { store, baseUrl, proxy } = await setUp(status);
    const dispatcher = new ProxyAgent({ uri: proxy.url, requestTls: { ca: readPem("private-ca") } });
    onTestFinished(() => dispatcher.destroy());
    const fetch: PlantStoreFetch = (url, init) => undiciFetch(url, { ...init, dispatcher });
    const error = await failureOf(
      safeCreatePlant({ id: 6, name: "Thyme" }, { baseUrl, token: TOKEN, fetch }),
    );
    expect(error).toMatchObject({ outcome: "not-created", code: "UND_ERR_ABORTED", permanent, attempts });
    expect(error.message).toContain(`Proxy response (${status}) !== 200`);
    expect(store.requests).toEqual([]);
  },
);

test("a proxy that rejects the tunnel shows that nothing was created, with NODE_USE_ENV_PROXY=1", async () => {
  const { store, env, proxy, tunnel } = await setUp(407);
  const settings = { ...env, NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: proxy.url };
  const { code, stderr } = await application.run(plainProgram, settings);
  expect(code).toBe(1);
  expect(stderr).toMatch(/Could not connect to the server .*response \(407\) !== 200.*No plant was created/);
  expect(proxy.tunnels).toEqual([tunnel]);
  expect(store.requests).toEqual([]);
});
