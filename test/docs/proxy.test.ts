/** The recipes of the guide, against a real proxy and a real certificate of an authority that nobody knows. */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import { type CreatePlantResult, type PlantStoreFetch, safeCreatePlant } from "plant-store-sdk";
import { createPlantStore, listen } from "plant-store-sdk/mocks/server";
import { Agent, type Dispatcher, ProxyAgent, fetch as undiciFetch } from "undici";
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { pemPath, readPem } from "../support/pem.ts";
import { Application, type Block, blocksOf, readProjectFile } from "./guide-code.ts";
import { terminateTls } from "./tls-termination.ts";

const guide = "docs/proxy-and-private-ca.md";
const token = "token-of-the-proxy-tests";

const [plainProgram, privateCaRecipe, proxyRecipe] = blocksOf(guide) as [Block, Block, Block];
const application = new Application();
for (const block of [plainProgram, privateCaRecipe, proxyRecipe]) application.add(block);
afterAll(() => application.remove());

const tls = { key: readPem("key"), cert: readPem("signed-by-private-ca") };
const ca = readPem("private-ca");
const caFile = pemPath("private-ca");

/** A store behind TLS, and a proxy that may stand before it. */
async function setUp(refusal?: number) {
  const store = createPlantStore();
  const server = await listen(store);
  onTestFinished(() => server.close());
  const baseUrl = await terminateTls(server.port, tls);
  const proxy = await connectProxy(refusal);
  const env = { PLANT_STORE_BASE_URL: baseUrl, PLANT_STORE_TOKEN: token };
  return { store, baseUrl, proxy, env, tunnel: new URL(baseUrl).host };
}

/** A proxy that opens tunnels (RFC 9110 section 9.3.6), or refuses every one with a status. */
async function connectProxy(refusal?: number): Promise<{ url: string; tunnels: string[] }> {
  const tunnels: string[] = [];
  const server = createServer((_request, response) => response.writeHead(501).end());
  server.on("connect", ({ url = "" }, socket, head) => {
    tunnels.push(url);
    if (refusal === undefined) openTunnel(url, socket, head);
    else socket.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, tunnels };
}

function openTunnel(authority: string, socket: Duplex, head: Buffer): void {
  const { hostname, port } = new URL(`http://${authority}`);
  const target = connect(Number(port), hostname, () => {
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    target.write(head);
    target.pipe(socket).pipe(target);
  });
  // Where one end breaks off, so does the other.
  socket.on("error", () => {}).on("close", () => target.destroy());
  target.on("error", () => {}).on("close", () => socket.destroy());
}

/** As in the guide. */
function fetchBy(dispatcher: Dispatcher): PlantStoreFetch {
  onTestFinished(() => dispatcher.destroy());
  return (url, init) => undiciFetch(url, { ...init, dispatcher });
}

function failureOf(result: CreatePlantResult) {
  expect(result.success).toBe(false);
  return result.success ? undefined : result.error;
}

// The waits between attempts are not what these tests are about.
beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  return () => vi.restoreAllMocks();
});

test("NODE_EXTRA_CA_CERTS lets a program that knows nothing of it trust a private authority", async () => {
  const { store, env } = await setUp();
  const run = await application.run(plainProgram, { ...env, NODE_EXTRA_CA_CERTS: caFile });
  expect(run).toEqual({ code: 0, stdout: "Fern\n", stderr: "" });
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
});

test("without it the same program fails, its plant not created", async () => {
  const { store, env } = await setUp();
  const { code, stderr } = await application.run(plainProgram, env);
  expect(stderr).toContain("The server's certificate is not trusted");
  expect(stderr).toContain("No plant was created.");
  expect(stderr).not.toContain(token);
  expect(code).toBe(1);
  expect(store.requests).toEqual([]);
});

test.each([
  ["NODE_USE_ENV_PROXY=1", { NODE_USE_ENV_PROXY: "1" }, []],
  ["--use-env-proxy", {}, ["--use-env-proxy"]],
])("%s takes a program that knows nothing of it through HTTPS_PROXY", async (_, setting, flags) => {
  const { store, env, proxy, tunnel } = await setUp();
  const settings = { ...env, ...setting, NODE_EXTRA_CA_CERTS: caFile, HTTPS_PROXY: proxy.url };
  const run = await application.run(plainProgram, settings, flags);
  expect(run).toEqual({ code: 0, stdout: "Fern\n", stderr: "" });
  expect(proxy.tunnels).toEqual([tunnel]);
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
});

test("HTTPS_PROXY alone changes nothing, and NO_PROXY exempts the store", async () => {
  const { store, env, proxy } = await setUp();
  const behindProxy = { ...env, NODE_EXTRA_CA_CERTS: caFile, HTTPS_PROXY: proxy.url };
  const withoutSetting = await application.run(plainProgram, behindProxy);
  const exempt = await application.run(plainProgram, {
    ...behindProxy,
    NODE_USE_ENV_PROXY: "1",
    NO_PROXY: "127.0.0.1",
  });
  expect([withoutSetting.code, exempt.code]).toEqual([0, 0]);
  expect(proxy.tunnels).toEqual([]);
  expect(store.plants).toHaveLength(2);
});

test("the guide's recipe for a private authority creates its plant", async () => {
  const { store, env } = await setUp();
  const run = await application.run(privateCaRecipe, { ...env, COMPANY_CA_FILE: caFile });
  expect(run).toEqual({ code: 0, stdout: "Moss\n", stderr: "" });
  expect(store.plants).toEqual([{ id: 2, name: "Moss" }]);
});

test("the guide's recipe for a proxy creates its plant through a tunnel", async () => {
  const { store, env, proxy, tunnel } = await setUp();
  const settings = { ...env, COMPANY_CA_FILE: caFile, COMPANY_PROXY: proxy.url };
  const run = await application.run(proxyRecipe, settings);
  expect(run).toEqual({ code: 0, stdout: "Ivy\n", stderr: "" });
  expect(proxy.tunnels).toEqual([tunnel]);
  expect(store.plants).toEqual([{ id: 3, name: "Ivy" }]);
  expect(store.requests[0]?.token).toBe(token);
});

test("the guide names the version of undici that its recipes are tested with", () => {
  const { devDependencies } = JSON.parse(readProjectFile("package.json"));
  expect(readProjectFile(guide)).toContain(`tested with undici ${devDependencies.undici}.`);
});

test("a certificate that undici does not trust ends the call at once, its plant not created", async () => {
  const { store, baseUrl, proxy, tunnel } = await setUp();
  const fetch = fetchBy(new ProxyAgent({ uri: proxy.url }));
  const error = failureOf(await safeCreatePlant({ id: 4, name: "Rose" }, { baseUrl, token, fetch }));
  expect(error).toMatchObject({ kind: "connection", outcome: "not-created", attempts: 1 });
  expect(error).toMatchObject({ code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
  expect(proxy.tunnels).toEqual([tunnel]);
  expect(store.requests).toEqual([]);
});

test("a proxy that cannot be reached is a failed connection, which is tried again", async () => {
  const { store, baseUrl } = await setUp();
  const fetch = fetchBy(new ProxyAgent({ uri: await unusedUrl(), requestTls: { ca } }));
  const options = { baseUrl, token, fetch, maxRetries: 1 };
  const error = failureOf(await safeCreatePlant({ id: 5, name: "Sage" }, options));
  expect(error).toMatchObject({ kind: "connection", outcome: "not-created", attempts: 2 });
  expect(error).toMatchObject({ code: "ECONNREFUSED" });
  expect(store.requests).toEqual([]);
});

test("a proxy that refuses the tunnel leaves the outcome unknown, as undici does not say that nothing was sent", async () => {
  const { store, baseUrl, proxy } = await setUp(407);
  const fetch = fetchBy(new ProxyAgent({ uri: proxy.url, requestTls: { ca } }));
  const error = failureOf(await safeCreatePlant({ id: 6, name: "Thyme" }, { baseUrl, token, fetch }));
  expect(error).toMatchObject({ kind: "connection", outcome: "unknown", attempts: 1 });
  expect(error).toMatchObject({ code: "UND_ERR_ABORTED" });
  expect(error?.message).toContain("Proxy response (407)");
  expect(store.requests).toEqual([]);
});

test("a plain Agent with the authority needs no proxy", async () => {
  const { store, baseUrl, proxy } = await setUp();
  const fetch = fetchBy(new Agent({ connect: { ca } }));
  const result = await safeCreatePlant({ id: 7, name: "Mint" }, { baseUrl, token, fetch });
  expect(result).toMatchObject({ success: true, data: { name: "Mint" }, attempts: 1 });
  expect(proxy.tunnels).toEqual([]);
  expect(store.plants).toEqual([{ id: 7, name: "Mint" }]);
});

/** A port of this machine where nothing listens any more. */
async function unusedUrl(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return `http://127.0.0.1:${port}`;
}
